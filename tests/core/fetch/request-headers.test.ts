import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parseHeaders } from '../../../core/fetch/request-headers.ts'
import { openFetch, rejection, transports } from './open-fetch.ts'
import { headersOf, type RawServer, response, startRawServer } from './servers.ts'

let site: RawServer
beforeAll(async () => {
  site = await startRawServer((socket) => socket.write(response(200)))
})
afterAll(() => site.stop())
const url = (path = '/') => `http://127.0.0.1:${site.port}${path}`

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    const fetch = openFetch({ transport })

    test('connection headers are set by the service, whatever the caller gives', async () => {
      site.requests.length = 0
      await fetch(url(), {
        headers: {
          Host: 'inner.example',
          Connection: 'upgrade',
          'Keep-Alive': 'timeout=1',
          'Proxy-Authorization': 'Basic c2VjcmV0',
          'Proxy-Connection': 'close',
          TE: 'trailers',
          Trailer: 'x-t',
          'Transfer-Encoding': 'chunked',
          Upgrade: 'websocket',
          Expect: '100-continue',
          'Content-Length': '5',
          'HTTP2-Settings': 'x',
          'X-Own': 'kept',
          Range: 'bytes=0-5',
        },
      })
      const [request] = site.requests
      const { connection, ...headers } = headersOf(request!)
      expect(connection!.toLowerCase()).toBe('keep-alive')
      expect(headers).toEqual({
        host: `127.0.0.1:${site.port}`,
        'x-own': 'kept',
        range: 'bytes=0-5',
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br, zstd',
        'user-agent': 'Mozilla/5.0 (compatible; Weir/0.1)',
      })
      expect(request!.match(/^host:/gim)).toHaveLength(1)
      expect(request).toEndWith('\r\n\r\n')
    })

    test("the caller's accept and user-agent headers replace the defaults", async () => {
      site.requests.length = 0
      const own = { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'Probe/1' }
      await fetch(url(), { headers: own })
      expect(headersOf(site.requests[0]!)).toMatchObject(own)
    })

    test('a body is sent with its true length, as text or bytes', async () => {
      site.requests.length = 0
      await fetch(url(), { method: 'post', body: 'zwölf', headers: { 'content-type': 'text/plain' } })
      await fetch(url(), { method: 'PUT', body: Uint8Array.of(1, 2, 3) })
      const [text, bytes] = site.requests as [string, string]
      expect([
        text.split(' ')[0],
        headersOf(text)['content-length'],
        Buffer.from(text.split('\r\n\r\n')[1]!, 'latin1').toString(),
      ]).toEqual(['POST', '6', 'zwölf'])
      expect([bytes.split(' ')[0], headersOf(bytes)['content-length'], bytes.split('\r\n\r\n')[1]]).toEqual([
        'PUT',
        '3',
        '\u0001\u0002\u0003',
      ])
    })

    test('path and query are sent as the URL has them, without the fragment', async () => {
      site.requests.length = 0
      await fetch(url("/a%2Fb/ä/%zz?q=a+b&c='%20|#part"))
      expect(site.requests[0]!.split('\r\n')[0]).toBe('GET /a%2Fb/%C3%A4/%zz?q=a+b&c=%27%20| HTTP/1.1')
    })

    test('connections are kept and used again', async () => {
      const before = site.connections.all
      for (let i = 0; i < 5; i++) await (await fetch(url())).bytes()
      expect(site.connections.all - before).toBeLessThanOrEqual(1)
    })
  })

describe('a header that cannot be sent is refused by its name, without its value', () => {
  const bad: [name: string, value: string][] = [
    ['x-a', 'b\r\nx-smuggled: yes secret'],
    ['x-a', 'b\nsecret'],
    ['x-a', 'sec\u0000ret'],
    ['x-a', 'secret \u{1f600}'],
    ['x a', 'secret'],
    ['x-a:', 'secret'],
    ['', 'secret'],
    ['x-a\r\nx-b', 'secret'],
  ]
  for (const [name, value] of bad)
    test(JSON.stringify([name, value]), async () => {
      site.requests.length = 0
      const error = await rejection(openFetch()(url(), { headers: { fine: 'yes', [name]: value } }))
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_options',
        details: { parameter: 'headers', header: name },
      })
      expect(String(error) + JSON.stringify(error)).not.toContain('secret')
      expect(site.requests).toEqual([])
    })
})

test('headers in each form of HeadersInit are read', () => {
  const forms: HeadersInit[] = [{ 'X-A': '1' }, [['x-a', '1']], new Headers({ 'x-a': '1' })]
  for (const form of forms) expect([...parseHeaders(form)]).toEqual([['x-a', '1']])
})
