import { expect, test } from 'bun:test'
import type { Response } from 'playwright-core'
import { rereadAsUtf8 } from '../../../../engines/playwright/page/misread-text.ts'

/** The repaired text of a page that was sent in this encoding, and read as Windows-1252. */
const reread = (sent: Uint8Array, encoding = 'windows-1252') =>
  rereadAsUtf8(new TextDecoder('windows-1252').decode(sent).replaceAll('\u00a0', '&nbsp;'), {
    encoding,
    response: { body: async () => Buffer.from(sent) } as Response,
    signal: AbortSignal.timeout(60_000),
  })
const utf8 = (text: string) => new TextEncoder().encode(text)

test('characters of two, three and four bytes are restored', async () => {
  expect(await reread(utf8('déjà vu · 中文 · 🎉 · plain'))).toBe('déjà vu · 中文 · 🎉 · plain')
})

test('a page that was not sent as UTF-8, or that declares another encoding, is left as it is', async () => {
  const latin = Uint8Array.from(Buffer.from('Ähre Ã¤', 'latin1'))
  expect(await reread(latin)).toBe('Ähre Ã¤')
  expect(await reread(utf8('é'), 'iso-8859-2')).toBe('Ã©')
})

test('a page of over a million characters is left as it is, as each character blocks the server', async () => {
  expect(await reread(utf8('é'.repeat(500_000)))).toBe('é'.repeat(500_000))
  expect(await reread(utf8(`${'é'.repeat(500_000)}.`))).toStartWith('Ã©Ã©')
})
