import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import stealth from '../../../engines/stealth/index.ts'
import { bombs, watchMemory } from '../../core/fetch/bombs.ts'
import { pathOf, response, startRawServer } from '../../core/fetch/servers.ts'

import { type OpenEngine, openEngine, rejection } from '../playwright/open-engine.ts'

const MiB = 1024 * 1024
const page = '<p>a page in several codings</p>'
const all = await bombs()
/** Bodies that the client decodes itself, and one that it leaves to us. */
const packed = Object.fromEntries(['gzip', 'br', 'zstd', 'gzip in gzip'].map((name) => [name, all[name]!]))
const pages: typeof packed = {
  'gzip in gzip': ['gzip, gzip', gzipSync(gzipSync(page))],
  'br in gzip': ['br, gzip', gzipSync(brotliCompressSync(page))],
  'the older name of gzip': ['x-gzip', gzipSync(page)],
}
const unknown: typeof packed = {
  'a coding that nobody offered': ['compress', Buffer.from(page)],
  'such a one in gzip': ['compress, gzip', gzipSync(page)],
}
const answers = new Map(
  Object.entries({ bombs: packed, pages, unknown }).flatMap(([of, all]) =>
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
    test(`reads a body that is encoded more than once, or under another name: ${name}`, async () => {
      expect((await open.get(at(`/pages/${name}`))).text).toBe(page)
    })

  for (const name of Object.keys(unknown))
    test(`refuses a body that it cannot decode: ${name}`, async () => {
      expect(await rejection(open.get(at(`/unknown/${name}`)))).toMatchObject({
        details: { reason: 'unsupported_encoding' },
      })
    })

  for (const name of Object.keys(packed))
    test(`refuses twelve bombs at once while they are small: ${name}`, async () => {
      const risen = watchMemory()
      const bomb = () => rejection(open.get(at(`/bombs/${name}`), { maxBytes: 8 * MiB, timeout: 60_000 }))
      for (const failure of await Promise.all(Array.from({ length: 12 }, bomb)))
        expect(failure).toMatchObject({ code: 'scraping_failed', details: { reason: 'too_large' } })
      expect(risen() / MiB).toBeLessThan(256)
    }, 120_000)
})
