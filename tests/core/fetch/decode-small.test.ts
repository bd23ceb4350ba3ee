import { describe, expect, test } from 'bun:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { decodeSmall, isSmall } from '../../../core/fetch/decode-small.ts'

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const brotli = (data: Uint8Array) => brotliCompressSync(data, quickly)
const compress = { gzip: gzipSync, deflate: deflateSync, br: brotli, zstd: zstdCompressSync }
const codings = Object.entries(compress)
const decoded = async (body: Uint8Array, coding: string, maxBytes = 1e7) =>
  Buffer.from(await decodeSmall(body, coding, maxBytes))

test('a body is small up to 64 KiB in one coding', () => {
  expect([isSmall(65_536, ['gzip']), isSmall(65_537, ['gzip']), isSmall(1, ['gzip', 'br']), isSmall(1, [])]).toEqual([
    ...[true, false, false, false],
  ])
})

describe.each(codings)('%s', (coding, encode) => {
  // Lines that differ, so that the body does not count as a bomb.
  const text = (lines: number) =>
    Buffer.from(Array.from({ length: lines }, (_, i) => `line ${i * 7919} of it\n`).join(''))

  test('is decoded, a short body on the event loop and a long one off it', async () => {
    for (const lines of [1, 1000, 40_000])
      expect((await decoded(encode(text(lines)), coding)).equals(text(lines))).toBe(true)
    expect(await decoded(new Uint8Array(), coding)).toHaveLength(0)
  })

  test('is refused if the output is too large, or the body is broken', async () => {
    const whole = encode(text(1000))
    const { length } = text(1000)
    expect(await decoded(whole, coding, length)).toHaveLength(length)
    await expect(decoded(whole, coding, length - 1)).rejects.toMatchObject({ reason: 'too_large' })
    await expect(decoded(encode(text(40_000)), coding, 600_000)).rejects.toMatchObject({ reason: 'too_large' })
    await expect(decoded(Buffer.from('this is no such thing'), coding)).rejects.toMatchObject({ reason: 'broken_body' })
    await expect(decoded(whole.subarray(0, whole.length / 2), coding)).rejects.toMatchObject({ reason: 'broken_body' })
  })
})

test('deflate is decoded without its header too, as some servers send it', async () => {
  expect((await decoded(deflateRawSync('text'), 'deflate')).toString()).toBe('text')
})
