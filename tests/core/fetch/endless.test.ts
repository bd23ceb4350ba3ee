import { afterEach, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { createEgressProxy } from '../../../core/egress/egress-proxy.ts'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'
import { createResolve } from '../../../core/egress-rules/resolve.ts'
import { createResolveAndCheck } from '../../../core/egress-rules/resolve-and-check.ts'
import type { ApiError } from '../../../core/errors.ts'
import { bunTransport } from '../../../core/runtime/bun-transport.ts'
import { nodeTransport } from '../../../core/runtime/node-transport.ts'
import { failureOf, openFetch, until } from './open-fetch.ts'
import { type RawServer, response, startRawServer } from './servers.ts'

/** Sends a piece again and again, as long as the client takes it. */
const flood = (begin: string, piece: string) => (socket: Socket) => {
  const bytes = Buffer.from(piece)
  socket.write(begin)
  const go = () => {
    while (!socket.destroyed && socket.write(bytes));
    if (!socket.destroyed) socket.once('drain', go)
  }
  go()
}
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const floods: [what: string, respond: (socket: Socket) => void, reason: string][] = [
  ['informational responses', flood('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)), 'malformed_response'],
  [
    'early hints',
    flood('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(500)),
    'malformed_response',
  ],
  ['headers', flood('HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'.repeat(1000)), 'too_large'],
  ['one header', flood('HTTP/1.1 200 OK\r\nx-long: ', 'a'.repeat(16_000)), 'too_large'],
  ['a chunk extension', flood(`${chunked}1;`, 'a'.repeat(16_000)), 'broken_body'],
  ['trailers', flood(`${chunked}1\r\na\r\n0\r\n`, 'x-a: b\r\n'.repeat(1000)), 'broken_body'],
  ['chunks of one byte', flood(chunked, '1\r\na\r\n'.repeat(4000)), 'too_large'],
]

const running: RawServer[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.stop()
})
async function serve(respond: (socket: Socket) => void) {
  const server = await startRawServer(respond)
  running.push(server)
  return { ...server, url: `http://127.0.0.1:${server.port}/` }
}

/** So long that no timeout ends the request instead of what is tested. */
const LONG = 30_000

describe('an endless response is ended', () => {
  for (const [what, respond, expected] of floods) {
    test(
      `by node:http: ${what}`,
      async () => {
        const site = await serve(respond)
        const read = async () => (await openFetch({ transport: nodeTransport })(site.url)).bytes()
        const { code, reason } = await failureOf(read())
        expect([code, reason]).toEqual(['scraping_failed', expected])
        await until(() => site.connections.open === 0)
      },
      LONG,
    )

    // Bun does not expose what it reads there, so some of these are limited only by the request's deadline.
    test(`by Bun's fetch, at the latest at the deadline: ${what}`, async () => {
      const site = await serve(respond)
      const read = async () =>
        (await openFetch({ transport: bunTransport })(site.url, { signal: AbortSignal.timeout(200) })).bytes()
      expect(['timeout', 'scraping_failed']).toContain((await failureOf(read())).code!)
      await until(() => site.connections.open === 0)
    })

    test(
      `by the proxy of browsers: ${what}`,
      async () => {
        const site = await serve(respond)
        const own: { host: string; port: number }[] = []
        const resolveAndCheck = createResolveAndCheck(createEgressRules({ allow: '127.0.0.0/8', own }), createResolve())
        const proxy = createEgressProxy({ resolveAndCheck, own })
        const page = await proxy.open()
        const door = await page.openEndpoint()
        const answer = await fetch(site.url, { proxy: door, redirect: 'manual' })
        // If the response had begun, it breaks off or ends.
        if (answer.status !== 502) await answer.bytes().catch(() => {})
        await until(() => site.connections.open === 0)
        await proxy.close()
      },
      LONG,
    )
  }
})

test('eight informational responses are accepted, and no more', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\n\r\n'
  const eight = await serve((socket) => {
    socket.write(hint.repeat(8))
    // The final response must not come with them, as it would be accepted regardless.
    setTimeout(() => socket.end(response(200)), 100)
  })
  // Nothing else arrives that could end it.
  const nine = await serve((socket) => socket.write(hint.repeat(9)))
  const fetch = openFetch({ transport: nodeTransport })
  expect((await fetch(eight.url)).status).toBe(200)
  expect(await failureOf(fetch(nine.url))).toMatchObject({ reason: 'malformed_response' })
})

test('a page that has transferred more than it may is reported as too large', async () => {
  const site = await serve(flood('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(65_536)))
  const own: { host: string; port: number }[] = []
  const proxy = createEgressProxy({
    resolveAndCheck: createResolveAndCheck(createEgressRules({ allow: '127.0.0.0/8', own }), createResolve()),
    own,
  })
  const page = await proxy.open()
  const answer = await fetch(site.url, { proxy: await page.openEndpoint() })
  let size = 0
  const read = async () => {
    for await (const chunk of answer.body!) size += chunk.length
  }
  await read().catch(() => {})
  expect(size).toBeLessThan(260 * 1024 * 1024)
  const url = new URL(site.url)
  expect((page.failure(url, url) as ApiError).details.reason).toBe('too_large')
  await proxy.close()
}, 120_000)
