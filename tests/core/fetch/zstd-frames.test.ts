import { expect, test } from 'bun:test'
import { constants, zstdCompressSync } from 'node:zlib'
import { ZstdFrames } from '../../../core/fetch/zstd-frames.ts'

/** Whether data ends with a frame, given whole, byte by byte and in two parts. */
function endsWell(data: Uint8Array): boolean {
  const answers = [1, 3, Math.max(1, data.length >> 1), Math.max(1, data.length)].map((step) => {
    const frames = new ZstdFrames()
    for (let at = 0; at < data.length; at += step) frames.push(data.subarray(at, at + step))
    try {
      frames.end()
      return true
    } catch (error) {
      expect((error as Error).message).toBe('The data ends within a Zstandard frame')
      return false
    }
  })
  expect(new Set(answers).size).toBe(1)
  return answers[0]!
}

const frame = (length: number, options: Record<number, number> = {}) => {
  let seed = 1
  const bytes = Uint8Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed & 0xff
  })
  return zstdCompressSync(bytes, { params: options })
}
const skippable = (length: number, magic = 0x50) =>
  Buffer.concat([
    Buffer.from([magic, 0x2a, 0x4d, 0x18]),
    Buffer.from(Uint32Array.of(length).buffer),
    new Uint8Array(length),
  ])

test('frames of all sizes end at their last byte, and not before', () => {
  for (const length of [0, 1, 255, 256, 300, 65_791, 65_792, 200_000])
    for (const checksum of [0, 1]) {
      const data = frame(length, { [constants.ZSTD_c_checksumFlag]: checksum })
      expect([length, checksum, endsWell(data)]).toEqual([length, checksum, true])
      for (const cut of [1, 2, 3, 4, 5, 8, data.length >> 1])
        if (cut < data.length)
          expect([length, cut, endsWell(data.subarray(0, data.length - cut))]).toEqual([length, cut, false])
    }
})

test('repetitive text is in blocks of one byte, and in compressed ones', () => {
  for (const text of ['a'.repeat(300_000), 'the kettle boils '.repeat(10_000)]) {
    const data = zstdCompressSync(Buffer.from(text))
    expect(endsWell(data)).toBe(true)
    expect(endsWell(data.subarray(0, -1))).toBe(false)
  }
  // A frame of one block that repeats a byte 5 times: magic, descriptor of a single segment, size, header, byte.
  const run = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 5, (5 << 3) | (1 << 1) | 1, 0, 0, 0x61]
  expect([endsWell(Uint8Array.from(run)), endsWell(Uint8Array.from(run.slice(0, -1)))]).toEqual([true, false])
})

test('several frames may follow each other, with skippable ones between them', () => {
  const whole = Buffer.concat([frame(10), skippable(7), frame(300), skippable(0, 0x5f), frame(0)])
  expect(endsWell(whole)).toBe(true)
  expect(endsWell(Buffer.concat([whole, skippable(7).subarray(0, 14)]))).toBe(false)
  expect(endsWell(Buffer.concat([whole, Buffer.from([0x28])]))).toBe(false)
  expect(endsWell(new Uint8Array())).toBe(true)
})

test.each([
  ['no size', [0x00, 0x48], 0],
  ['a checksum', [0x04, 0x48], 4],
  ['a dictionary of one byte', [0x01, 0x48, 7], 0],
  ['a dictionary of two bytes', [0x02, 0x48, 7, 7], 0],
  ['a dictionary of four bytes', [0x03, 0x48, 7, 7, 7, 7], 0],
  ['one segment', [0x20, 1], 0],
  ['one segment, and a dictionary', [0x21, 7, 1], 0],
  ['a size and a dictionary', [0x41, 0x48, 7, 1, 0], 0],
  ['a size of two bytes', [0x40, 0x48, 1, 0], 0],
  ['a size of four bytes', [0x80, 0x48, 1, 0, 0, 0], 0],
  ['a size of eight bytes', [0xc0, 0x48, 1, 0, 0, 0, 0, 0, 0, 0], 0],
] as const)('a frame whose header has %s ends at its last byte', (_, header, checksum) => {
  // A last block of one byte, uncompressed.
  const block = [(1 << 3) | 1, 0, 0, 0x61]
  const data = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, ...header, ...block, ...new Array(checksum).fill(9)])
  expect(endsWell(data)).toBe(true)
  for (let cut = 1; cut < data.length; cut++) expect([cut, endsWell(data.subarray(0, -cut))]).toEqual([cut, false])
  expect(endsWell(Uint8Array.from([...data, 0x28]))).toBe(false)
})
