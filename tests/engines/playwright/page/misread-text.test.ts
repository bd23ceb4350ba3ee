import { expect, test } from 'bun:test'
import type { Response } from 'playwright-core'
import { rereadAsUtf8 } from '../../../../engines/playwright/page/misread-text.ts'

/** What is made of a page that was sent as this text, and read as Windows-1252. */
const reread = (sent: Uint8Array, encoding = 'windows-1252') =>
  rereadAsUtf8(new TextDecoder('windows-1252').decode(sent).replaceAll('\u00a0', '&nbsp;'), {
    encoding,
    response: { body: async () => Buffer.from(sent) } as Response,
    signal: AbortSignal.timeout(60_000),
  })
const utf8 = (text: string) => new TextEncoder().encode(text)

test('Letters of two, three and four bytes are what they were', async () => {
  expect(await reread(utf8('déjà vu · 中文 · 🎉 · plain'))).toBe('déjà vu · 中文 · 🎉 · plain')
})

test('A page is left as it was read where it was not sent as UTF-8, or declares another encoding', async () => {
  const latin = Uint8Array.from(Buffer.from('Ähre Ã¤', 'latin1'))
  expect(await reread(latin)).toBe('Ähre Ã¤')
  expect(await reread(utf8('é'), 'iso-8859-2')).toBe('Ã©')
})

test('A page of over a million characters is left, as each letter holds the server', async () => {
  expect(await reread(utf8('é'.repeat(500_000)))).toBe('é'.repeat(500_000))
  expect(await reread(utf8(`${'é'.repeat(500_000)}.`))).toStartWith('Ã©Ã©')
})
