import { afterAll, expect, test } from 'bun:test'
import { constants, createBrotliCompress, gzipSync, zstdCompressSync } from 'node:zlib'
import { failureOf, openFetch, transports } from './open-fetch.ts'
import { pathOf, response, startRawServer } from './servers.ts'

const MiB = 1024 * 1024
const zeros = new Uint8Array(16 * MiB)
/** A member of zeros again and again: 4 GiB. */
const repeated = (member: Uint8Array) => Buffer.concat(Array.from({ length: 256 }, () => member))
const gzipped = repeated(gzipSync(zeros, { level: 9 }))
const zstandard = repeated(zstdCompressSync(zeros))

/** 1 GiB of zeros in a thousand bytes. */
async function brotli(): Promise<Buffer> {
  const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const packed = packer.toArray()
  for (let i = 0; i < 64; i++) if (!packer.write(zeros)) await new Promise((resolve) => packer.once('drain', resolve))
  packer.end()
  return Buffer.concat(await packed)
}
const packed = await brotli()

const bombs: Readonly<Record<string, [encoding: string, body: Uint8Array]>> = {
  gzip: ['gzip', gzipped],
  zstd: ['zstd', zstandard],
  br: ['br', packed],
  'gzip in gzip': ['gzip, gzip', gzipSync(gzipped)],
  'br in gzip': ['br, gzip', gzipSync(packed)],
  'zstd in gzip': ['zstd, gzip', gzipSync(zstandard)],
}

let asked = 0
const site = await startRawServer((socket, request) => {
  const name = decodeURIComponent(pathOf(request).slice(1))
  asked += 1
  if (name === 'good') return void socket.write(response(200, {}, 'a good page'))
  const [encoding, body] = bombs[name]!
  socket.write(response(200, { 'content-encoding': encoding }, body))
})
afterAll(() => site.stop())
const at = (name: string) => `http://127.0.0.1:${site.port}/${encodeURIComponent(name)}`

for (const [by, transport] of transports)
  for (const name of Object.keys(bombs))
    test(`by ${by}, twelve bombs at once are cut while they are small, and others are served: ${name}`, async () => {
      const fetch = openFetch({ transport })
      await (await fetch(at('good'))).bytes()
      Bun.gc(true)
      const before = process.memoryUsage.rss()
      let peak = before
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss())
      }, 2)
      asked = 0
      const failures = Array.from({ length: 12 }, async () => failureOf((await fetch(at(name))).bytes()))
      while (asked < 12) await Bun.sleep(1)
      expect(await (await fetch(at('good'))).text()).toBe('a good page')
      for (const failure of await Promise.all(failures))
        expect(failure).toEqual({ status: 500, code: 'scraping_failed', reason: 'too_large' })
      clearInterval(watch)
      expect((peak - before) / MiB).toBeLessThan(200)
    }, 60_000)

test('a long list that packs well is no bomb', async () => {
  const list = Buffer.from(Array.from({ length: 200_000 }, (_, i) => `<li>Entry ${i} of a long list</li>\n`).join(''))
  const body = gzipSync(list, { level: 9 })
  const server = await startRawServer((socket) => socket.write(response(200, { 'content-encoding': 'gzip' }, body)))
  expect(list.length).toBeGreaterThan(5 * MiB)
  expect(await (await openFetch()(`http://127.0.0.1:${server.port}/`)).bytes()).toHaveLength(list.length)
  server.stop()
})
