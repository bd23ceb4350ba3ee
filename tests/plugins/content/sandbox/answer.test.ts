import { expect, test } from 'bun:test'
import { createContent } from '../../../../plugins/content/content.ts'
import { writeAnswer } from '../../../../plugins/content/sandbox/answer.ts'
import { MAX_ANSWER_BYTES, MAX_CHILDREN, SPARE_CHILDREN } from '../../../../plugins/content/sandbox/limits.ts'
import { parseAnswer } from '../../../../plugins/content/sandbox/parse-answer.ts'
import { readDocument } from '../../../../plugins/content/sandbox/read-document.ts'
import { contentOptions } from '../options.ts'
import { modelOf } from '../read-here.ts'

/** Returns its input. */
const echo = new URL('./echo.ts', import.meta.url)
const hints = { mime: 'text/x-echo', url: 'https://docs.example/a' }
const read = async (bytes: Uint8Array) =>
  readDocument({ module: echo, bytes, hints }, { key: 'test' }, (written) => modelOf(written))

// Three bytes per character after a single one: wherever the output is split, most splits are within a character.
const long = `a${'水'.repeat(300_000)}😀\n`

test('HTML is received as it was written, wherever its bytes are split', async () => {
  const { html, title, pageCount } = await read(new TextEncoder().encode(long))
  expect(html === long).toBe(true)
  expect([title, pageCount]).toEqual(['Tĕst\n', null])
})

test('an answer that is too long is replaced by an error', async () => {
  const reading = read(new Uint8Array(MAX_ANSWER_BYTES).fill(97))
  await expect(reading).rejects.toMatchObject({ code: 'scraping_failed', details: { reason: 'too_large' } })
})

test('a document is converted on a thread from the bytes that its process wrote', async () => {
  const content = createContent([{ types: ['text/x-echo'], module: echo, runs: 'in-process', parserName: 'text' }])
  const headers = new Headers({ 'content-type': 'text/x-echo' })
  const body = new TextEncoder().encode(`\ufeff\ufeff<p>${long}`)
  const { rawHtml, text, metadata } = await content.convert(
    { url: new URL(hints.url), headers, body },
    contentOptions({}, 'rawHtml', 'text'),
  )
  // The first of two byte order marks was not part of the text.
  expect(rawHtml === `\ufeff<p>${long}`).toBe(true)
  expect(text?.replace('\ufeff', '').trim() === long.trim()).toBe(true)
  expect(metadata.title).toBe('Tĕst\n')
})

test('an unpaired surrogate is written as the replacement character', () => {
  expect(modelOf(writeAnswer({ document: {} }, 'a\ud800b')).html).toBe('a\ufffdb')
})

test.each(['', '{"document":{}}', '{"document":\n<p>a'])('%p is not an answer', (written) => {
  expect(() => parseAnswer(new TextEncoder().encode(written))).toThrow('The document is damaged')
})

test('a document whose output cannot be used frees its place for others', async () => {
  const failing = Array.from({ length: MAX_CHILDREN + SPARE_CHILDREN }, (_, i) =>
    readDocument({ module: echo, bytes: new Uint8Array(), hints }, { key: `account ${i}` }, () => {
      throw new Error('It cannot be used')
    }).catch((error: Error) => error.message),
  )
  expect(new Set(await Promise.all(failing))).toEqual(new Set(['It cannot be used']))
  const permit = { key: 'another', signal: AbortSignal.timeout(30_000) }
  expect(await readDocument({ module: echo, bytes: new Uint8Array(), hints }, permit, () => 'read')).toBe('read')
})
