import { afterEach, describe, expect, test } from 'bun:test'
import { createResolve } from '../../../core/egress-rules/resolve.ts'
import { failureOf, openFetch, transports } from '../fetch/open-fetch.ts'
import { headersOf, type Respond, response, startRawServer } from '../fetch/servers.ts'
import { startFakeDns, type Zone } from './fake-dns.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function dns(zone: Zone) {
  const names = await startFakeDns(zone)
  ends.push(names.stop)
  return { queries: names.queries, resolve: createResolve({ servers: [names.server] }) }
}
async function server(
  respond: Respond = (socket, request) => socket.end(response(200, {}, headersOf(request).host)),
  at: { host?: string; port?: number } = {},
) {
  const running = await startRawServer(respond, at)
  ends.push(running.stop)
  return running
}

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    test('a name is resolved once, and the connection goes to its address', async () => {
      const { queries, resolve } = await dns((_, type) => (type === 'A' ? ['127.0.0.1'] : []))
      const site = await server()
      const answer = await openFetch({ transport, resolve })(`http://site.test:${site.port}/`)
      expect(await answer.text()).toBe(`site.test:${site.port}`)
      expect(answer.url.href).toBe(`http://site.test:${site.port}/`)
      expect(queries.sort()).toEqual(['site.test A', 'site.test AAAA'])
    })

    test('a name that changes its address after the check is not followed there', async () => {
      const { queries, resolve } = await dns((_, type, times) =>
        type === 'AAAA' ? [] : times === 0 ? ['127.0.0.1'] : ['127.0.0.9'],
      )
      const site = await server((socket) => socket.end(response(200, {}, 'checked')))
      const victim = await server(undefined, { host: '127.0.0.9', port: site.port })
      const fetch = openFetch({ transport, resolve, allow: '127.0.0.1' })
      const url = `http://rebind.test:${site.port}/`
      expect(await (await fetch(url)).text()).toBe('checked')
      expect(queries.filter((query) => query === 'rebind.test A')).toHaveLength(1)
      expect(await failureOf(fetch(url))).toEqual({ status: 400, code: 'invalid_url', reason: 'forbidden_address' })
      expect(victim.connections.all).toBe(0)
    })

    test('one forbidden address among public ones forbids the name', async () => {
      const zones: Zone[] = [
        (_, type) => (type === 'A' ? ['93.184.216.34', '127.0.0.1'] : []),
        (_, type) => (type === 'A' ? ['127.0.0.1', '93.184.216.34'] : []),
        (_, type) => (type === 'A' ? ['93.184.216.34'] : ['::1']),
        (_, type) => (type === 'A' ? ['93.184.216.34'] : ['2606:4700::1111', 'fd00::1']),
      ]
      const victim = await server()
      for (const zone of zones) {
        const { resolve } = await dns(zone)
        const fetch = openFetch({ transport, resolve, allow: '' })
        expect(await failureOf(fetch(`http://mixed.test:${victim.port}/`))).toMatchObject({
          reason: 'forbidden_address',
        })
      }
      expect(victim.connections.all).toBe(0)
    })

    test('the next address is tried if nothing listens at the first', async () => {
      const { resolve } = await dns((_, type) => (type === 'A' ? ['127.0.0.2', '127.0.0.1'] : []))
      const site = await server()
      const answer = await openFetch({ transport, resolve })(`http://site.test:${site.port}/`)
      expect(answer.status).toBe(200)
    })

    test('a host entry allows what its name resolves to, and no other name', async () => {
      const { resolve } = await dns((_, type) => (type === 'A' ? ['127.0.0.1'] : ['fd00::1']))
      const site = await server()
      const fetch = openFetch({ transport, resolve, allow: `intranet.test:${site.port}` })
      expect((await fetch(`http://intranet.test:${site.port}/`)).status).toBe(200)
      expect(await failureOf(fetch(`http://other.test:${site.port}/`))).toMatchObject({ reason: 'forbidden_address' })
    })

    test('localhost is loopback without a query, and connects if one of its addresses is allowed', async () => {
      const { queries, resolve } = await dns(() => ['93.184.216.34'])
      const site = await server()
      const fetch = openFetch({ transport, resolve })
      for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost'])
        expect((await fetch(`http://${host}:${site.port}/`)).status).toBe(200)
      expect(queries).toEqual([])
      const closed = openFetch({ transport, resolve, allow: '' })
      expect(await failureOf(closed(`http://localhost:${site.port}/`))).toMatchObject({ reason: 'forbidden_address' })
    })
  })

test('a name without addresses is reported as dns', async () => {
  const { resolve } = await dns(() => [])
  expect(await failureOf(openFetch({ resolve })('http://gone.test/'))).toEqual({
    status: 400,
    code: 'invalid_url',
    reason: 'dns',
  })
})

test('a silent name server does not outlast the signal, nor delay other names', async () => {
  const { resolve } = await dns((name, type) =>
    name.startsWith('silent') ? 'silence' : type === 'A' ? ['127.0.0.1'] : [],
  )
  const site = await server()
  const fetch = openFetch({ resolve })
  const controller = new AbortController()
  const silent = Array.from({ length: 100 }, (_, i) =>
    failureOf(fetch(`http://silent${i}.test/`, { signal: controller.signal })),
  )
  expect((await fetch(`http://site.test:${site.port}/`)).status).toBe(200)
  controller.abort(new DOMException('The time is up', 'TimeoutError'))
  expect(new Set((await Promise.all(silent)).map(({ code }) => code))).toEqual(new Set(['timeout']))
})

test('a bad port is refused before its name is looked up', async () => {
  const { queries, resolve } = await dns(() => ['127.0.0.1'])
  const fetch = openFetch({ resolve })
  for (const port of [1, 22, 25, 6000, 6667, 10080])
    expect(await failureOf(fetch(`http://site.test:${port}/`))).toMatchObject({ reason: 'forbidden_address' })
  expect(queries).toEqual([])
})
