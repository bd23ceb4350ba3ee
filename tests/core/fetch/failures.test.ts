import { afterEach, describe, expect, test } from 'bun:test'
import { ApiError } from '../../../core/errors.ts'
import { describeError } from '../../../core/log.ts'
import { failureOf, openFetch, rejection, transports } from './open-fetch.ts'
import { type RawServer, type Respond, response, startRawServer } from './servers.ts'

const running: RawServer[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.stop()
})
async function serve(respond: Respond, options = {}) {
  const server = await startRawServer(respond, options)
  running.push(server)
  return server
}

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    const fetch = openFetch({ transport })

    test('a port where nothing listens is refused', async () => {
      const { port, stop } = await startRawServer(() => {})
      stop()
      expect(await failureOf(fetch(`http://127.0.0.1:${port}/`))).toEqual({
        status: 400,
        code: 'invalid_url',
        reason: 'refused',
      })
    })

    test('a request that was sent is not sent to another address of the host', async () => {
      const site = await serve((socket) => socket.resetAndDestroy())
      const twice = openFetch({ transport, resolve: async () => ['127.0.0.1', '127.0.0.1'] })
      const failure = await failureOf(twice(`http://site.test:${site.port}/`, { method: 'POST', body: 'once' }))
      expect([failure.reason, site.requests.length]).toEqual(['reset', 1])
    })

    const answers: [what: string, respond: Respond, reason: string][] = [
      ['another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'malformed_response'],
      [
        'an unrequested upgrade',
        (socket) =>
          socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
        'malformed_response',
      ],
      [
        'two different lengths',
        (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde'),
        'malformed_response',
      ],
      ['an invalid status', (socket) => socket.end(response('099')), 'malformed_response'],
      ['nothing', (socket) => socket.end(), 'reset'],
      ['a reset', (socket) => socket.resetAndDestroy(), 'reset'],
    ]
    for (const [what, respond, reason] of answers)
      test(`a server that answers with ${what} is reported as ${reason}`, async () => {
        const { port } = await serve(respond)
        expect(await failureOf(fetch(`http://127.0.0.1:${port}/`))).toEqual({
          status: 500,
          code: 'scraping_failed',
          reason,
        })
      })

    const broken = ['Content-Length: x\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\nZZ\r\n']
    test.each(broken)('the log of an answer with %j has no path and no query, which may be secrets', async (rest) => {
      const { port } = await serve((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
      const read = async () => (await fetch(`http://127.0.0.1:${port}/bot1:SECRET/send?key=SECRET`)).text()
      const log = await read().then(String, describeError)
      expect(log).toContain('ApiError')
      expect(log).not.toContain('SECRET')
    })

    test('a kept connection that the server has closed does not fail the next request', async () => {
      let answered = 0
      const { port } = await serve((socket) => {
        answered += 1
        if (answered === 2) socket.resetAndDestroy()
        else socket.write(response(200, {}, `${answered}`))
      })
      const read = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
      expect([await read(), await read()]).toEqual(['1', '3'])
    })

    test('a request that may change something is not sent twice', async () => {
      let answered = 0
      const { port, requests } = await serve((socket) => {
        answered += 1
        if (answered === 2) socket.resetAndDestroy()
        else socket.write(response(200))
      })
      await (await fetch(`http://127.0.0.1:${port}/`)).bytes()
      expect(await failureOf(fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }))).toMatchObject({
        reason: 'reset',
      })
      expect(requests).toHaveLength(2)
    })

    test('responses of every status are returned', async () => {
      const { port } = await serve((socket, request) => socket.write(response(request.split(/[ /]/)[2]!, {}, 'text')))
      for (const status of [200, 201, 300, 304, 400, 404, 429, 500, 503, 599]) {
        const answer = await fetch(`http://127.0.0.1:${port}/${status}`)
        expect([answer.status, answer.ok]).toEqual([status, status < 300])
        await answer.bytes()
      }
    })

    test('an error keeps its cause for the log, and hides it from the caller', async () => {
      const { port, stop } = await startRawServer(() => {})
      stop()
      const error = await rejection(fetch(`http://127.0.0.1:${port}/`))
      expect(error).toBeInstanceOf(ApiError)
      expect((error as ApiError).cause).toMatchObject({ code: 'ECONNREFUSED' })
      expect(JSON.stringify((error as ApiError).details) + (error as ApiError).message).not.toMatch(
        /ECONN|socket|errno/i,
      )
    })
  })
