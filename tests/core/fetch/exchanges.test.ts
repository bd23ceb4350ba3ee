import { afterEach, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { failureOf, openFetch, transports } from './open-fetch.ts'
import { pathOf, type RawServer, type Respond, response, startRawServer } from './servers.ts'

const running: RawServer[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.stop()
})
async function serve(respond: Respond, secure = false) {
  const server = await startRawServer(respond, { secure })
  running.push(server)
  return { ...server, url: (path: string) => `http${secure ? 's' : ''}://127.0.0.1:${server.port}${path}` }
}

const page = gzipSync('<title>As it was sent</title>')
const head = Buffer.from(
  'HTTP/1.1 200 Quite  OK\r\nX-ODD:  two  blanks \r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n',
)
const framed = Buffer.concat([
  Buffer.from('7;note=1\r\n'),
  page.subarray(0, 7),
  Buffer.from(`\r\n${(page.length - 7).toString(16)}\r\n`),
  page.subarray(7),
  Buffer.from('\r\n0\r\nX-Trailer: yes\r\n\r\n'),
])

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    const fetch = openFetch({ transport })

    test.each([false, true])('the bytes on the wire are kept exactly, by TLS: %p', async (secure) => {
      const site = await serve((socket) => {
        socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n')
        socket.write(Buffer.concat([head, framed]))
      }, secure)
      for (const path of ['/one', '/two?q=1']) {
        const answer = await fetch(site.url(path), { keepExchanges: true, insecure: true })
        expect(await answer.text()).toBe('<title>As it was sent</title>')
        const [kept, ...others] = answer.exchanges!
        expect(others).toEqual([])
        expect(kept).toMatchObject({ url: new URL(site.url(path)), address: '127.0.0.1', isCut: false })
        expect([Buffer.from(kept!.head), Buffer.from(kept!.body)]).toEqual([head, framed])
        const sent = site.requests
          .at(-1)!
          .split('\r\n')
          .filter((line) => !line.startsWith('Connection:'))
        expect(Buffer.from(kept!.request).toString('latin1').toLowerCase()).toBe(sent.join('\r\n').toLowerCase())
      }
      // The second request used the first one's connection, and has none of its bytes.
      expect(site.connections.all).toBe(1)
    })

    test.each([false, true])('a body that arrives in many pieces is kept exactly, by TLS: %p', async (secure) => {
      const body = randomBytes(3_000_000)
      const sent = response(200, {}, body)
      const site = await serve((socket) => socket.write(sent), secure)
      for (const path of ['/one', '/two']) {
        const answer = await fetch(site.url(path), { keepExchanges: true, insecure: true })
        expect(Buffer.from(await answer.bytes()).equals(body)).toBe(true)
        const [kept] = answer.exchanges!
        expect([kept!.isCut, Buffer.concat([kept!.head, kept!.body]).equals(sent)]).toEqual([false, true])
      }
    })

    test('redirects are kept before the final response, with or without a length', async () => {
      const answers: Record<string, Buffer> = {
        '/a': response(301, { location: '/b' }, 'moved'),
        '/b': response(302, { location: '/c', 'transfer-encoding': 'chunked' }, '5\r\nmoved\r\n0\r\n\r\n'),
        '/c': response(200, {}, 'here'),
      }
      const site = await serve((socket, request) => socket.write(answers[pathOf(request)]!))
      const answer = await fetch(site.url('/a'), { keepExchanges: true })
      await answer.bytes()
      const kept = answer.exchanges!.map(({ url, head, body, isCut }) => [
        url.pathname,
        Buffer.concat([head, body]).equals(answers[url.pathname]!),
        isCut,
      ])
      expect(kept).toEqual(['/a', '/b', '/c'].map((path) => [path, true, false]))
    })

    test('request headers that may hold a secret are not kept', async () => {
      const site = await serve((socket) => socket.write(response(200, {}, 'here')))
      const headers = { authorization: 'Bearer SECRET', cookie: 'SECRET', 'x-api-key': 'SECRET', accept: 'text/html' }
      const answer = await fetch(site.url('/'), { headers, keepExchanges: true })
      await answer.bytes()
      expect(site.requests[0]).toContain('SECRET')
      const request = Buffer.from(answer.exchanges![0]!.request).toString()
      expect(request).toContain('accept: text/html')
      expect(request).not.toContain('SECRET')
    })

    test('nothing is kept unless it is asked for', async () => {
      const site = await serve((socket) => socket.write(response(200, {}, 'here')))
      const answer = await fetch(site.url('/'))
      await answer.bytes()
      expect(answer.exchanges).toBeUndefined()
    })
  })

test('an answer whose chunks have endless extensions is too large to be kept', async () => {
  const chunk = `40;${'x'.repeat(12_000)}\r\n${'y'.repeat(64)}\r\n`.repeat(64)
  const { url } = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    const send = () => {
      if (socket.destroyed) return
      if (socket.write(chunk)) setImmediate(send)
      else socket.once('drain', send)
    }
    send()
  })
  const read = async () => (await openFetch()(url('/'), { keepExchanges: true })).bytes()
  expect(await failureOf(read())).toMatchObject({ reason: 'too_large' })
}, 120_000)
