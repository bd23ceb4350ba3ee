import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, constants, createBrotliCompress, gzipSync, zstdCompressSync } from 'node:zlib'
import stealth from '../../../engines/stealth/index.ts'
import { pathOf, response, startRawServer } from '../../core/fetch/servers.ts'
import { type OpenEngine, openEngine, rejection } from '../playwright/open-engine.ts'

const MiB = 1024 * 1024
const page = '<p>a page in several codings</p>'
const gzipped = gzipSync(new Uint8Array(512 * MiB), { level: 9 })
const zstandard = zstdCompressSync(new Uint8Array(512 * MiB))
/** 1 GiB of zeros in a thousand bytes. */
async function brotli(): Promise<Buffer> {
  const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const packed = packer.toArray()
  const zeros = new Uint8Array(16 * MiB)
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
const pages: typeof bombs = {
  'gzip in gzip': ['gzip, gzip', gzipSync(gzipSync(page))],
  'br in gzip': ['br, gzip', gzipSync(brotliCompressSync(page))],
  'the older name of gzip': ['x-gzip', gzipSync(page)],
}
const answers = new Map(
  Object.entries({ bombs, pages }).flatMap(([of, all]) =>
    Object.entries(all).map(([name, answer]) => [`/${of}/${name}`, answer]),
  ),
)

const site = await startRawServer((socket, request) => {
  const [encoding, body] = answers.get(decodeURIComponent(pathOf(request))) ?? ['identity', Buffer.from(page)]
  socket.write(response(200, { 'content-type': 'text/html', 'content-encoding': encoding }, body))
})
afterAll(() => site.stop())
const at = (path: string) => new URL(path, `http://127.0.0.1:${site.port}/`)

describe('a visitor without a browser', () => {
  let open: OpenEngine
  beforeAll(async () => {
    open = await openEngine(stealth, { allow: `127.0.0.1:${site.port}` })
    await open.get(at('/'))
  })
  afterAll(() => open.close())

  for (const name of Object.keys(pages))
    test(`reads what is coded more than once, or by another name: ${name}`, async () => {
      expect((await open.get(at(`/pages/${name}`))).text).toBe(page)
    })

  for (const name of Object.keys(bombs))
    test(`refuses twelve bombs at once while they are small: ${name}`, async () => {
      Bun.gc(true)
      const before = process.memoryUsage.rss()
      let peak = before
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss())
      }, 2)
      const bomb = () => rejection(open.get(at(`/bombs/${name}`), { maxBytes: 8 * MiB, timeout: 60_000 }))
      for (const failure of await Promise.all(Array.from({ length: 12 }, bomb)))
        expect(failure).toMatchObject({ code: 'scraping_failed', details: { reason: 'too_large' } })
      clearInterval(watch)
      expect((peak - before) / MiB).toBeLessThan(256)
    }, 60_000)
})
