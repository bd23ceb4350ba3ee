import { expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { checkEncodings, decodeBody } from '../../../core/fetch/decode-body.ts'

const refused = (...encodings: string[]) => {
  try {
    checkEncodings(encodings)
  } catch (error) {
    return (error as { reason?: string }).reason
  }
}

test('the codings that a browser offers are decoded, up to five of them', () => {
  for (const name of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd']) expect(refused(name)).toBeUndefined()
  expect(refused()).toBeUndefined()
  expect(refused('gzip', 'br', 'gzip', 'br', 'gzip')).toBeUndefined()
  expect(refused('gzip', 'br', 'gzip', 'br', 'gzip', 'br')).toBe('unsupported_encoding')
})

test('other codings are refused, also beside known ones, and names from Object.prototype too', () => {
  for (const name of ['compress', 'GZIP', '', 'constructor']) expect(refused('gzip', name)).toBe('unsupported_encoding')
})

test.each([true, false])('the coding that was applied last is decoded first (read whole: %p)', async (isReadWhole) => {
  const text = 'Kettles of copper. '.repeat(50)
  const packed = brotliCompressSync(gzipSync(deflateSync(text)))
  const body = new Response(packed).body!
  const decoded = decodeBody(body, ['deflate', 'gzip', 'br'], { maxBytes: 10_000, isReadWhole })
  expect(await new Response(decoded).text()).toBe(text)
})
