import { afterEach, describe, expect, test } from 'bun:test'
import type { Proxy } from '../../../core/contracts/proxy.ts'
import { failureOf, openFetch, rejection, transports, until } from '../fetch/open-fetch.ts'
import { headersOf, pathOf, type Respond, response, startRawServer } from '../fetch/servers.ts'
import { startHttpProxy, startSocksProxy, type TestProxy } from './proxies.ts'

const running: { stop(): void }[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.stop()
})
async function open<T extends { stop(): void }>(starting: Promise<T>): Promise<T> {
  const one = await starting
  running.push(one)
  return one
}
const serve = (respond: Respond, secure = false) => open(startRawServer(respond, { secure }))
const withLogin = ({ url }: TestProxy): Proxy => {
  const login = new URL(url)
  login.username = 'us er'
  login.password = 'pass:word@'
  return { url: login }
}

const kinds: [name: string, start: () => Promise<TestProxy>][] = [
  ['an HTTP proxy', () => startHttpProxy()],
  ['a SOCKS5 proxy', startSocksProxy],
]

for (const [transportName, transport] of transports)
  for (const [name, start] of kinds)
    describe(`through ${name}, by ${transportName}`, () => {
      const resolve = async (host: string) => [host === 'inner.test' ? '10.0.0.5' : '127.0.0.1']
      const fetch = openFetch({ transport, resolve })

      test('a plain request reaches the checked address under the name in its URL', async () => {
        const site = await serve((socket, request) => socket.end(response(200, {}, headersOf(request).host)))
        const proxy = await open(start())
        const answer = await fetch(`http://site.test:${site.port}/`, { proxy })
        expect(await answer.text()).toBe(`site.test:${site.port}`)
        expect(proxy.targets).toEqual([`CONNECT 127.0.0.1:${site.port}`])
      })

      test('a secure request is verified against the name in its URL', async () => {
        const site = await serve((socket, request) => socket.end(response(200, {}, headersOf(request).host)), true)
        const proxy = await open(start())
        const url = `https://a.test:${site.port}/`
        expect(await failureOf(fetch(url, { proxy }))).toEqual({ status: 400, code: 'invalid_url', reason: 'tls' })
        expect(await (await fetch(url, { proxy, insecure: true })).text()).toBe(`a.test:${site.port}`)
        expect(proxy.targets).toEqual([`CONNECT 127.0.0.1:${site.port}`, `CONNECT 127.0.0.1:${site.port}`])
      })

      test('the proxy gets its credentials, and the site does not', async () => {
        const site = await serve((socket) => socket.end(response(200)))
        const proxy = await open(start())
        await fetch(`http://site.test:${site.port}/`, { proxy: withLogin(proxy) })
        expect(proxy.logins).toEqual(['us er:pass:word@'])
        expect(site.requests[0]).not.toMatch(/proxy-|pass/i)
      })

      test('the proxy is never asked for a forbidden address, at any hop', async () => {
        const site = await serve((socket) => socket.end(response(302, { location: 'http://inner.test/' })))
        const proxy = await open(start())
        for (const url of ['http://inner.test/', 'http://10.0.0.5/', `http://site.test:${site.port}/`])
          expect(await failureOf(fetch(url, { proxy }))).toMatchObject({ reason: 'forbidden_address' })
        expect(proxy.targets).toEqual([`CONNECT 127.0.0.1:${site.port}`])
      })

      test('redirects go through the proxy too', async () => {
        const site = await serve((socket, request) =>
          socket.end(pathOf(request) === '/' ? response(302, { location: '/b' }) : response(200)),
        )
        const proxy = await open(start())
        expect((await fetch(`http://site.test:${site.port}/`, { proxy })).url.pathname).toBe('/b')
        expect(proxy.targets).toHaveLength(2)
      })

      test('a proxy that cannot connect does not count as an answer of the site', async () => {
        const proxy = await open(start())
        const failure = { status: 500, code: 'scraping_failed', reason: 'proxy' }
        const site = await startRawServer(() => {})
        site.stop()
        expect(await failureOf(fetch(`http://site.test:${site.port}/`, { proxy }))).toEqual(failure)
        proxy.stop()
        const error = await rejection(fetch(`http://site.test:${site.port}/`, { proxy: withLogin(proxy) }))
        expect(error).toMatchObject({ code: 'scraping_failed', details: { reason: 'proxies_down' } })
        expect(JSON.stringify(error) + String(error)).not.toContain('word')
      })

      test('an abort ends the tunnel, also while the proxy is silent', async () => {
        const site = await serve(() => {})
        const proxy = await open(start())
        expect(
          await failureOf(fetch(`http://site.test:${site.port}/`, { proxy, signal: AbortSignal.timeout(150) })),
        ).toMatchObject({ code: 'timeout' })
        await until(() => site.connections.open === 0)
        const silent = await serve(() => {})
        const url = new URL(proxy.url)
        url.port = String(silent.port)
        expect(
          await failureOf(
            fetch(`http://site.test:${site.port}/`, { proxy: { url }, signal: AbortSignal.timeout(150) }),
          ),
        ).toMatchObject({ code: 'timeout' })
        await until(() => silent.connections.open === 0)
      })

      test('a body through the proxy is read to its end, and limited', async () => {
        const body = Buffer.alloc(3_000_000, 'x')
        const site = await serve((socket) => socket.end(response(200, {}, body)))
        const proxy = await open(start())
        const url = `http://site.test:${site.port}/`
        expect(await (await fetch(url, { proxy })).bytes()).toHaveLength(body.length)
        expect(await failureOf(fetch(url, { proxy, maxBytes: 1_000_000 }))).toMatchObject({ reason: 'too_large' })
      })
    })

test('an HTTPS proxy with an untrusted certificate is not used', async () => {
  const site = await serve((socket) => socket.end(response(200)))
  const proxy = await open(startHttpProxy('https'))
  expect(await failureOf(openFetch()(`http://127.0.0.1:${site.port}/`, { proxy }))).toMatchObject({
    reason: 'proxies_down',
  })
  expect(proxy.targets).toEqual([])
})
