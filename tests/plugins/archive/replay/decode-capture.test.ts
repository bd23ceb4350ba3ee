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

test('a capture is read without its coding', async () => {
  expect(await decode(gzipSync(page), { ...html, 'content-encoding': 'gzip' })).toBe(page)
  expect(await decode(brotliCompressSync(page), { ...html, 'content-encoding': 'br' })).toBe(page)
})

test('a coding that was undone before, or twice applied, does no harm', async () => {
  expect(await decode(page, { ...html, 'content-encoding': 'gzip' })).toBe(page)
  expect(await decode(gzipSync(gzipSync(page)), { ...html, 'content-encoding': 'gzip' })).toBe(page)
  expect(await decode(gzipSync(page), html)).toBe(page)
})

test('of a capture that was cut off what there is is read', async () => {
  for (const headers of [{ ...html, 'content-encoding': 'gzip' }, html]) {
    const read = await decode(cut(gzipSync(page)), headers)
    expect(read.length).toBeGreaterThan(page.length / 3)
    expect(page.startsWith(read)).toBe(true)
  }
})

test('bytes of another coding that are cut off, or were never coded, stay as they are', async () => {
  const packed = cut(deflateRawSync(page))
  const deflate = new Headers({ ...html, 'content-encoding': 'deflate' })
  expect(await decodeCapture(packed, deflate)).toEqual(packed)
  expect(await decode(page, { ...html, 'content-encoding': 'br' })).toBe(page)
})

test('one that unpacks to more than there may be is refused, and not given as it is', async () => {
  const bomb = gzipSync(Buffer.alloc(MAX_CAPTURE + 1))
  await expect(decode(bomb, { ...html, 'content-encoding': 'gzip' })).rejects.toMatchObject({ reason: 'too_large' })
})
