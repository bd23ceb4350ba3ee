import { afterAll, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { bunTransport } from '../../../core/runtime/bun-transport.ts'
import { bombs, watchMemory } from './bombs.ts'
import { failureOf, openFetch, transports } from './open-fetch.ts'
import { pathOf, response, startRawServer } from './servers.ts'

const MiB = 1024 * 1024
const bodies = await bombs()

let asked = 0
const site = await startRawServer((socket, request) => {
  const name = decodeURIComponent(pathOf(request).slice(1))
  asked += 1
  if (name === 'good') return void socket.write(response(200, {}, 'a good page'))
  const [encoding, body] = bodies[name]!
  socket.write(response(200, { 'content-encoding': encoding }, body))
})
afterAll(() => site.stop())
const at = (name: string) => `http://127.0.0.1:${site.port}/${encodeURIComponent(name)}`

// Bodies are decoded the same way by both transports.
for (const [by, transport] of transports)
  for (const name of transport === bunTransport ? Object.keys(bodies) : ['gzip'])
    test(`by ${by}, twelve bombs at once are cut while they are small, and others are served: ${name}`, async () => {
      const fetch = openFetch({ transport })
      await (await fetch(at('good'))).bytes()
      const risen = watchMemory()
      asked = 0
      const failures = Array.from({ length: 12 }, async () => failureOf((await fetch(at(name))).bytes()))
      while (asked < 12) await Bun.sleep(1)
      expect(await (await fetch(at('good'))).text()).toBe('a good page')
      for (const failure of await Promise.all(failures))
        expect(failure).toEqual({ status: 500, code: 'scraping_failed', reason: 'too_large' })
      expect(risen() / MiB).toBeLessThan(200)
    }, 120_000)

test('a long list that compresses well is not a bomb', async () => {
  const list = Buffer.from(Array.from({ length: 200_000 }, (_, i) => `<li>Entry ${i} of a long list</li>\n`).join(''))
  const body = gzipSync(list, { level: 9 })
  const server = await startRawServer((socket) => socket.write(response(200, { 'content-encoding': 'gzip' }, body)))
  expect(list.length).toBeGreaterThan(5 * MiB)
  expect(await (await openFetch()(`http://127.0.0.1:${server.port}/`)).bytes()).toHaveLength(list.length)
  server.stop()
})
