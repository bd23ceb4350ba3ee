import { expect, test } from 'bun:test'
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { decodeCapture, MAX_CAPTURE } from '../../../../plugins/archive/replay/decode-capture.ts'

const page = `<p>${Array.from({ length: 20_000 }, (_, i) => `word ${i * 7919}`).join(' ')}</p>`
const decode = async (body: string | Uint8Array, headers: Record<string, string>) => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return Buffer.from(await decodeCapture(bytes, new Headers(headers))).toString()
}
const html = { 'content-type': 'text/html' }
const cut = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2))

test('a capture is decoded', async () => {
  expect(await decode(gzipSync(page), { ...html, 'content-encoding': 'gzip' })).toBe(page)
  expect(await decode(brotliCompressSync(page), { ...html, 'content-encoding': 'br' })).toBe(page)
})

test('a content coding that was already removed or applied twice is handled', async () => {
  expect(await decode(page, { ...html, 'content-encoding': 'gzip' })).toBe(page)
  expect(await decode(gzipSync(gzipSync(page)), { ...html, 'content-encoding': 'gzip' })).toBe(page)
  expect(await decode(gzipSync(page), html)).toBe(page)
})

test('a truncated capture is read as far as possible', async () => {
  for (const headers of [{ ...html, 'content-encoding': 'gzip' }, html]) {
    const read = await decode(cut(gzipSync(page)), headers)
    expect(read.length).toBeGreaterThan(page.length / 3)
    expect(page.startsWith(read)).toBe(true)
  }
})

test('truncated bytes of other codings and bytes that were never coded are unchanged', async () => {
  const packed = cut(deflateRawSync(page))
  const deflate = new Headers({ ...html, 'content-encoding': 'deflate' })
  expect(await decodeCapture(packed, deflate)).toEqual(packed)
  expect(await decode(page, { ...html, 'content-encoding': 'br' })).toBe(page)
})

test('a capture that is too large when unpacked is refused, and not returned undecoded', async () => {
  const bomb = gzipSync(Buffer.alloc(MAX_CAPTURE + 1))
  await expect(decode(bomb, { ...html, 'content-encoding': 'gzip' })).rejects.toMatchObject({ reason: 'too_large' })
})
