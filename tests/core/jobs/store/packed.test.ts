import { expect, spyOn, test } from 'bun:test'
import { createHash } from 'node:crypto'
import * as zlib from 'node:zlib'
import { LARGE, PIECE, pack, unpack, unpackPieces } from '../../../../core/jobs/store/compression.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** Text that does not compress. */
const noise = (length: number) => {
  let text = ''
  for (let i = 0; text.length < length; i++) text += createHash('sha256').update(`${i}`).digest('hex')
  return text.slice(0, length)
}

/** The pieces of packed bytes of which the first `atHand` are in memory, and the sizes of the further reads. */
async function piecesOf(packed: Uint8Array, atHand: number) {
  const reads: [number, number][] = []
  const source = {
    size: packed.byteLength,
    start: packed.subarray(0, atHand),
    read: async (from: number, length: number) => {
      reads.push([from, length])
      return packed.subarray(from, from + length)
    },
  }
  const pieces: string[] = []
  for await (const piece of unpackPieces(source)) pieces.push(piece)
  return { pieces, reads }
}

test('short bytes are kept as they are, others are compressed, off the event loop if there are many', async () => {
  expect(PIECE).toBe(131_072)
  for (const [length, first] of [
    [0, 0],
    [255, 0],
    [256, 1],
    [LARGE, 1],
    [LARGE + 1, 1],
  ] as const) {
    const packed = await pack(bytesOf('a'.repeat(length)))
    expect([length, packed[0], packed.byteLength < Math.max(length, 1) + 2]).toEqual([length, first, true])
    expect(unpack(packed)).toBe('a'.repeat(length))
  }
})

test('bytes in memory that unpack to at most one piece are given as one, at once', async () => {
  using stream = spyOn(zlib, 'createZstdDecompress')
  for (const text of ['', 'short', 'a'.repeat(256), noise(65_791), noise(70_000), 'b'.repeat(PIECE)]) {
    const packed = await pack(bytesOf(text))
    expect(await piecesOf(packed, packed.byteLength)).toEqual({ pieces: [text], reads: [] })
  }
  expect(stream).not.toHaveBeenCalled()
  const packed = await pack(bytesOf('c'.repeat(PIECE + 1)))
  const { pieces, reads } = await piecesOf(packed, packed.byteLength)
  expect([pieces.join('') === 'c'.repeat(PIECE + 1), pieces.length > 1, reads]).toEqual([true, true, []])
})

test('bytes that are not in memory are read piece by piece, in whole characters', async () => {
  const text = `\ufeffé${noise(3 * PIECE)}漢字😀`.repeat(2)
  const packed = await pack(bytesOf(text))
  const { pieces, reads } = await piecesOf(packed, 1000)
  expect(pieces.join('') === text).toBe(true)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(PIECE)
  expect(reads[0]).toEqual([1000, PIECE])
  expect(reads).toHaveLength(Math.ceil((packed.byteLength - 1000) / PIECE))
  for (const piece of pieces) expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece)).toBe(false)
})

test('plain bytes are read on from the part that is in memory', async () => {
  const packed = Buffer.concat([Buffer.of(0), bytesOf('ä'.repeat(20))])
  for (const atHand of [1, 2, 20]) {
    const { pieces, reads } = await piecesOf(packed, atHand)
    expect([pieces.join(''), pieces.includes(''), reads]).toEqual(['ä'.repeat(20), false, [[atHand, PIECE]]])
  }
})

test('reading fails if the result is deleted meanwhile or is damaged', async () => {
  const packed = await pack(bytesOf(noise(3 * PIECE)))
  const source = { size: packed.byteLength, start: packed.subarray(0, 100), read: async () => new Uint8Array() }
  const read = async () => {
    for await (const _ of unpackPieces(source));
  }
  await expect(read()).rejects.toThrow('deleted while it was read')
})

test('the size in a frame is read in each of its forms', async () => {
  for (const length of [256, 300, 65_791, 65_792, 70_000, PIECE]) {
    const packed = Buffer.concat([Buffer.of(1), zlib.zstdCompressSync(bytesOf('x'.repeat(length)))])
    expect((await piecesOf(packed, packed.byteLength)).pieces).toEqual(['x'.repeat(length)])
  }
})
