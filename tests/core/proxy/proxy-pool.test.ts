import { afterEach, describe, expect, test } from 'bun:test'
import type { Proxy } from '../../../core/contracts/proxy.ts'
import type { Log } from '../../../core/log.ts'
import { parseProxies } from '../../../core/proxy/parse-proxies.ts'
import { createProxyPool } from '../../../core/proxy/proxy-pool.ts'
import { failureOf, openFetch, until } from '../fetch/open-fetch.ts'
import { response, startRawServer } from '../fetch/servers.ts'
import { type ProxyOptions, startHttpProxy, startSocksProxy, type TestProxy } from './proxies.ts'

const running: { stop(): void }[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.stop()
})
async function open<T extends { stop(): void }>(starting: Promise<T>): Promise<T> {
  const one = await starting
  running.push(one)
  return one
}
const http = (options?: ProxyOptions) => open(startHttpProxy('http', options))
const fetch = openFetch({ resolve: async () => ['127.0.0.1'] })
const site = () => open(startRawServer((socket) => socket.end(response(200, {}, 'here'))))
const of = (proxies: readonly TestProxy[]): Proxy[] => proxies.map(({ url }) => ({ url }))
const asked = (proxies: readonly TestProxy[]) => proxies.map(({ targets }) => targets.length)

/** A pool with its own clock, and its log lines. */
function poolOf(proxies: readonly Proxy[]) {
  const said: string[] = []
  const say = (message: string, fields: object = {}) => void said.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { info: say, warn: say, error: say, with: () => log }
  const clock = { now: 1000 }
  return { pool: createProxyPool(proxies, { log, now: () => clock.now }), clock, said }
}

describe('a pool', () => {
  test('gives a host the same proxy each time, and uses all of them', () => {
    const { pool } = poolOf(Array.from({ length: 5 }, (_, i) => ({ url: new URL(`http://127.0.0.1:${8000 + i}`) })))
    const chosen = Array.from({ length: 500 }, (_, i) => pool.pick(`host${i}.test`)!.url.href)
    expect(Array.from({ length: 500 }, (_, i) => pool.pick(`host${i}.test`)!.url.href)).toEqual(chosen)
    const uses = Object.values(Object.groupBy(chosen, (href) => href)).map((all) => all!.length)
    expect(uses).toHaveLength(5)
    for (const count of uses) expect(count).toBeWithin(60, 140)
  })

  test('gives a host the same proxy in every process, and after an update', () => {
    const { pool } = poolOf(Array.from({ length: 5 }, (_, i) => ({ url: new URL(`http://127.0.0.1:${8000 + i}`) })))
    const hosts = Array.from({ length: 30 }, (_, i) => `host${i}.test`)
    expect(hosts.map((host) => pool.pick(host)!.url.port.at(-1)).join('')).toBe('104321340310031100131302322211')
  })

  test('uses the requested country, and any proxy if it has none there', () => {
    const { pool } = poolOf(
      parseProxies('http://de1:1#country=de,http://de2:1#country=DE,http://fr:1#country=FR,http://any:1'),
    )
    const countries = (country: string) =>
      new Set(Array.from({ length: 50 }, (_, i) => pool.pick(`host${i}.test`, country)!.country))
    expect(countries('DE')).toEqual(new Set(['DE']))
    expect(countries('fr')).toEqual(new Set(['FR']))
    expect(countries('JP')).toEqual(new Set(['DE', 'FR', undefined]))
    expect(pool.state()).toEqual({ total: 4, healthy: 4, countries: ['DE', 'FR'] })
  })

  test('gives undefined without proxies', () => {
    expect(createProxyPool([]).pick('a.test')).toBeUndefined()
  })
})

describe('a proxy that fails', () => {
  const failing: [how: string, start: () => Promise<TestProxy>][] = [
    ['refuses connections', async () => Object.assign(await http(), { url: new URL('http://127.0.0.1:9') })],
    ['requires other credentials', () => http({ status: 407 })],
    ['requires payment', () => http({ status: 402 })],
    ['does not speak HTTP', () => http({ says: 'SSH-2.0-nonsense\r\n\r\n' })],
    ['has an untrusted certificate', () => open(startHttpProxy('https'))],
    ['does not accept the SOCKS login', () => open(startSocksProxy({ login: 'somebody:else' }))],
    [
      'does not speak SOCKS',
      async () => {
        const plain = await http({ says: 'HTTP/1.1 400 Bad Request\r\n\r\n' })
        return { ...plain, url: new URL(`socks5://u:p@${plain.url.host}`) }
      },
    ],
  ]
  test.each(failing)('that %s is replaced by the next one within the request, and rests', async (_, start) => {
    const { port } = await site()
    const [bad, good] = [await start(), await http()]
    const { pool, clock, said } = poolOf(of([bad, good]))
    const host = Array.from({ length: 20 }, (_, i) => `h${i}.test`).find((name) => pool.pick(name)!.url === bad.url)!
    const url = `http://${host}:${port}/`
    expect(await (await fetch(url, { proxy: pool.pick(host)! })).text()).toBe('here')
    expect(pool.state()).toMatchObject({ total: 2, healthy: 1 })
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^A proxy failed .*"entry":1,"seconds":5/)

    // While it rests it gets no requests; after that it is tried again, and rests for longer.
    const before = bad.connections
    expect(pool.pick(host)!.url).toBe(good.url)
    await fetch(url, { proxy: pool.pick(host)! })
    expect(bad.connections).toBe(before)
    clock.now += 5001
    expect(pool.state().healthy).toBe(2)
    expect(pool.pick(host)!.url).toBe(bad.url)
    expect((await fetch(url, { proxy: pool.pick(host)! })).status).toBe(200)
    expect(said.at(-1)).toContain('"seconds":10')
  })

  test('is used again for its hosts once it works', async () => {
    const { port } = await site()
    const [one, other] = [await http({ status: 407 }), await http()]
    const { pool, clock, said } = poolOf(of([one, other]))
    const host = Array.from({ length: 20 }, (_, i) => `h${i}.test`).find((name) => pool.pick(name)!.url === one.url)!
    const get = () => fetch(`http://${host}:${port}/`, { proxy: pool.pick(host)! })
    await get()
    one.options.status = undefined
    clock.now += 5001
    await get()
    await get()
    expect(asked([one, other])).toEqual([3, 1])
    expect(said.at(-1)).toBe('A proxy works again {"entry":1}')
    expect(pool.state().healthy).toBe(2)
    // Of two that rest, the one whose rest ends first.
    one.options.status = 407
    await get()
    clock.now += 1000
    other.options.status = 407
    await failureOf(get())
    expect([pool.state().healthy, pool.pick(host)!.url]).toEqual([0, other.url])
  })

  test('rests once for all requests that it failed at the same time', async () => {
    const { port } = await site()
    const proxies = [await http({ status: 407 }), await http()]
    const { pool, said } = poolOf(of(proxies))
    const hosts = Array.from({ length: 12 }, (_, i) => `h${i}.test`)
    await Promise.all(hosts.map((host) => fetch(`http://${host}:${port}/`, { proxy: pool.pick(host)! })))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('"seconds":5')
  })

  test('like all others causes an error that says so without secrets, until one works', async () => {
    const { port } = await site()
    const proxies = [await http({ status: 407 }), await http({ status: 407 })]
    const withLogin = of(proxies).map(({ url }) => ({
      url: new URL(url.href.replace('//', '//hidden-user:hidden-word@')),
    }))
    const { pool, said } = poolOf(withLogin)
    const get = () => fetch(`http://a.test:${port}/`, { proxy: pool.pick('a.test')! })
    const failure = { status: 500, code: 'scraping_failed', reason: 'proxies_down' }
    expect(await failureOf(get())).toEqual(failure)
    expect(pool.state().healthy).toBe(0)
    const error = await get().catch((reason: Error) => reason)
    const told = JSON.stringify(error) + Bun.inspect(error) + said.join()
    expect(told).not.toMatch(/hidden|aGlkZGVu/)
    for (const proxy of proxies) proxy.options.status = undefined
    expect((await get()).status).toBe(200)
  })
})

describe('a site that cannot be reached', () => {
  const unreachable: [what: string, options: ProxyOptions][] = [
    ['a status of 502', { status: 502 }],
    ['a status of 403', { status: 403 }],
    ['a closed connection', { hangsUp: true }],
  ]
  test.each(unreachable)('does not count against a proxy that reports it by %s', async (_, options) => {
    const proxies = [await http(options), await http(options), await http(options)]
    const { pool, said } = poolOf(of(proxies))
    expect(await failureOf(fetch('http://dead.test/', { proxy: pool.pick('dead.test')! }))).toEqual({
      status: 500,
      code: 'scraping_failed',
      reason: 'proxy',
    })
    // A second proxy is tried, and no third.
    expect(asked(proxies).sort()).toEqual([0, 1, 1])
    expect([pool.state().healthy, said]).toEqual([3, []])
  })

  test('counts against its proxy if another can reach it, and this happens at several sites', async () => {
    const { port } = await site()
    const [broken, good] = [await http({ status: 502 }), await http()]
    const { pool } = poolOf(of([broken, good]))
    const hosts = Array.from({ length: 40 }, (_, i) => `h${i}.test`)
      .filter((name) => pool.pick(name)!.url === broken.url)
      .slice(0, 3)
    for (const [i, host] of hosts.entries()) {
      expect(pool.state().healthy).toBe(2)
      for (let again = 0; again <= 2; again++)
        if (pool.state().healthy === 2)
          expect((await fetch(`http://${host}:${port}/`, { proxy: pool.pick(host)! })).status).toBe(200)
      expect(pool.state().healthy).toBe(i === 2 ? 1 : 2)
    }
  })

  test('before the timeout counts against the proxy if this happens at several sites', async () => {
    const silent = await open(startRawServer(() => {}))
    const { pool, clock, said } = poolOf([{ url: new URL(`http://127.0.0.1:${silent.port}`) }])
    const impatient = ['a.test', 'b.test', 'c.test'].map((host) => [host, 100] as const)
    const patient = ['a.test', 'a.test', 'b.test', 'c.test'].map((host) => [host, 2500] as const)
    for (const [i, [host, wait]] of [...impatient, ...patient].entries()) {
      expect(pool.state().healthy).toBe(1)
      const gone = new AbortController()
      const getting = failureOf(fetch(`http://${host}/`, { proxy: pool.pick(host)!, signal: gone.signal }))
      await until(() => silent.connections.all === i + 1)
      clock.now += wait
      gone.abort(new DOMException('too late', 'TimeoutError'))
      expect(await getting).toEqual({ status: 500, code: 'timeout' })
    }
    expect(pool.state().healthy).toBe(0)
    expect(said).toHaveLength(1)
  })

  test('at its first address is requested at the next one, through the same proxy', async () => {
    const { port } = await site()
    const proxy = await http()
    const { pool } = poolOf(of([proxy]))
    const both = openFetch({ resolve: async () => ['127.0.0.2', '127.0.0.1'] })
    const closed = await startRawServer(() => {})
    closed.stop()
    expect((await both(`http://a.test:${port}/`, { proxy: pool.pick('a.test')! })).status).toBe(200)
    expect(proxy.targets).toEqual([`CONNECT 127.0.0.2:${port}`, `CONNECT 127.0.0.1:${port}`])
  })
})

describe('the setting', () => {
  test.each([
    ['ftp://a', /and entry 1 is something else/],
    ['http://a,nonsense', /and entry 2 is something else/],
    ['http://a#city=Berlin', /entry 1 has something else/],
    ['http://u:50%zz@a', /as %25; entry 1/],
  ])('%s is refused', (text, why) => {
    expect(() => parseProxies(text)).toThrow(why)
  })
})
