import { afterEach, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { failureOf, openFetch, rejection, transports, until } from './open-fetch.ts'
import { type RawServer, type Respond, response, startRawServer } from './servers.ts'

const running: RawServer[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.stop()
})
async function serve(respond: Respond) {
  const server = await startRawServer(respond)
  running.push(server)
  return { ...server, url: `http://127.0.0.1:${server.port}/` }
}

/** Sends bytes one at a time, as long as the client is connected. */
const drip = (socket: Socket, begin: string, piece: string) => {
  socket.write(begin, 'latin1')
  const timer = setInterval(() => socket.write(piece), 20)
  socket.on('close', () => clearInterval(timer))
}
const chunks = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const slow: [what: string, respond: Respond][] = [
  ['no response', () => {}],
  ['headers that drip', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n')],
  ['a status line that drips', (socket) => drip(socket, 'HTTP/1.1 200 ', 'O')],
  ['no body', (socket) => socket.write(response(200, { 'content-length': '100' }))],
  ['a body that drips', (socket) => drip(socket, chunks, '1\r\nx\r\n')],
  // The name of a file in a gzip header has no length limit of its own.
  [
    'a compressed body that drips',
    (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n\x1f\x8b\x08\x08\0\0\0\0\0\0', 'x'),
  ],
  [
    'a redirect to itself that drips',
    (socket) => void setTimeout(() => socket.write(response(302, { location: '/' })), 60),
  ],
]

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    const fetch = openFetch({ transport })

    for (const [what, respond] of slow)
      test(`one deadline covers the whole request: ${what}`, async () => {
        const site = await serve(respond)
        const read = async () =>
          (await fetch(site.url, { signal: AbortSignal.timeout(150), maxRedirects: 100 })).bytes()
        expect(await failureOf(read())).toEqual({ status: 500, code: 'timeout' })
        await until(() => site.connections.open === 0)
      })

    test('a stream that is being read ends at the deadline too', async () => {
      const site = await serve((socket) => drip(socket, chunks, '1\r\nx\r\n'))
      // A busy machine takes a while until the response begins.
      const { body } = await fetch(site.url, { signal: AbortSignal.timeout(1000) })
      const read = async () => {
        for await (const _ of body!);
      }
      expect(await failureOf(read())).toEqual({ status: 500, code: 'timeout' })
    })

    test("an abort ends a request with the abort's reason, and closes the connection", async () => {
      const site = await serve(() => {})
      const controller = new AbortController()
      const reason = new Error('nobody waits any more')
      const answer = rejection(fetch(site.url, { signal: controller.signal }))
      await until(() => site.requests.length === 1)
      controller.abort(reason)
      expect(await answer).toBe(reason)
      await until(() => site.connections.open === 0)
    })

    test('an abort in the middle of a body does the same', async () => {
      const site = await serve((socket) => drip(socket, chunks, '1\r\nx\r\n'))
      const controller = new AbortController()
      const answer = await fetch(site.url, { signal: controller.signal })
      const bytes = rejection(answer.bytes())
      controller.abort(new Error('enough'))
      expect(await bytes).toMatchObject({ message: 'enough' })
      await until(() => site.connections.open === 0)
    })

    test('nothing is sent if the signal is already aborted', async () => {
      const site = await serve((socket) => socket.end(response(200)))
      expect(await rejection(fetch(site.url, { signal: AbortSignal.abort(new Error('too late')) }))).toMatchObject({
        message: 'too late',
      })
      expect(site.connections.all).toBe(0)
    })

    test('a hundred slow requests do not slow down another one', async () => {
      const site = await serve(() => {})
      const good = await serve((socket) => socket.write(response(200)))
      const controller = new AbortController()
      const waiting = Array.from({ length: 100 }, () => rejection(fetch(site.url, { signal: controller.signal })))
      expect((await fetch(good.url)).status).toBe(200)
      // The slow ones have waited all the while.
      const reason = new Error('enough')
      controller.abort(reason)
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([reason]))
    })
  })
