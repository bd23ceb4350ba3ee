import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Blobs } from 'weirjs'

/** An implementation of Blobs to be tested. */
export interface BlobsUnderTest {
  /** Opens an empty one. `now`: the time in epoch milliseconds, to be used even if the storage has its own clock. */
  open(now: () => number): Promise<{ blobs: Blobs; close(): Promise<void> }>
}

const HOUR = 3_600_000
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Tests that every implementation of Blobs must pass. Call this in its test file. */
export function blobsConformance({ open }: BlobsUnderTest) {
  let opened: Awaited<ReturnType<typeof open>>
  let blobs: Blobs
  let now = Date.parse('2026-11-21T12:00:00Z')
  beforeAll(async () => {
    opened = await open(() => now)
    blobs = opened.blobs
  })
  afterAll(() => opened.close())

  async function put(bytes: Uint8Array) {
    const hash = hashOf(bytes)
    await blobs.put(hash, bytes)
    return hash
  }
  async function read(hash: string) {
    const body = await blobs.open(hash)
    return body && new Uint8Array(await new Response(body).arrayBuffer())
  }
  async function unusedSince(before: number) {
    const found = []
    for await (const hash of blobs.unusedSince(before)) found.push(hash)
    return found.sort()
  }

  describe('bytes', () => {
    test.each([
      ['none', new Uint8Array()],
      ['a few', bytesOf('a few')],
      ['every value', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
      ['many', new Uint8Array(11 << 20).map((_, at) => (at * 31) % 251)],
    ])('are read back unchanged: %s', async (_, bytes) => {
      const hash = await put(bytes)
      expect(hashOf((await read(hash))!)).toBe(hash)
    })

    test('that were never put are not found', async () => {
      expect(await blobs.open(hashOf(bytesOf('never put')))).toBeUndefined()
    })

    test('can be read by several readers at once, each at its own pace', async () => {
      const bytes = new Uint8Array(3 << 20).fill(5)
      const hash = await put(bytes)
      const slow = (await blobs.open(hash))!.getReader()
      const first = await slow.read()
      expect(first.done).toBe(false)
      expect(hashOf((await read(hash))!)).toBe(hash)
      let size = first.value!.byteLength
      for (let next = await slow.read(); !next.done; next = await slow.read()) size += next.value.byteLength
      expect(size).toBe(bytes.byteLength)
    })

    test('need not be read to the end, or at all', async () => {
      const hash = await put(new Uint8Array(2 << 20).fill(6))
      await (await blobs.open(hash))!.cancel()
      const reader = (await blobs.open(hash))!.getReader()
      await reader.read()
      await reader.cancel()
      expect(hashOf((await read(hash))!)).toBe(hash)
    })

    test('can be put by several writers at once', async () => {
      const bytes = new Uint8Array(1 << 20).fill(8)
      const hashes = await Promise.all(Array.from({ length: 5 }, () => put(bytes)))
      expect(hashOf((await read(hashes[0]!))!)).toBe(hashes[0]!)
    })
  })

  describe('contents that were not used for a while', () => {
    test('are found and deleted, unless they were put again since', async () => {
      const made = await Promise.all([...'abcdefgh'].map((text) => put(bytesOf(`swept ${text}`))))
      now += 2 * HOUR
      const again = await put(bytesOf('swept a'))
      const before = now - HOUR
      const unused = await unusedSince(before)
      expect(unused).toEqual(expect.arrayContaining(made.filter((hash) => hash !== again)))
      expect(unused).not.toContain(again)
      for (const hash of [...unused.slice(1), again]) await blobs.remove(hash, before)
      expect(await unusedSince(before)).toEqual(unused.slice(0, 1))
      await blobs.remove(unused[0]!, before)
      expect(await unusedSince(before)).toEqual([])
      expect(await read(again)).toEqual(bytesOf('swept a'))
      for (const hash of unused) expect(await blobs.open(hash)).toBeUndefined()
    })

    test('can be put again after they were deleted', async () => {
      const hash = await put(bytesOf('comes back'))
      now += 2 * HOUR
      await blobs.remove(hash, now)
      expect(await blobs.open(hash)).toBeUndefined()
      await put(bytesOf('comes back'))
      expect(await read(hash)).toEqual(bytesOf('comes back'))
    })
  })

  test('no trouble is reported while the storage works', async () => {
    expect(await blobs.check()).toBeUndefined()
  })
}
