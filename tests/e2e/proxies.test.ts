import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '../../engines/chromium/index.ts'
import stealth from '../../engines/stealth/index.ts'
import { selfSigned } from '../conformance/self-signed.ts'
import { startHttpProxy, startSocksProxy, type TestProxy } from '../core/proxy/proxies.ts'
import { installed } from '../engines/installed.ts'
import { type Process, type Reply, startProcess } from './start-process.ts'

const PATIENCE = 60_000
const LOGIN = 'pool-user:pool-word'

/** Visits: the query, and the port they came from. */
const seen: { search: string; port: number }[] = []
const page = (request: Request, server: Bun.Server<unknown>) => {
  seen.push({ search: new URL(request.url).search, port: server.requestIP(request)?.port ?? 0 })
  return new Response('<title>T</title><p>PAGEMARK</p>', { headers: { 'content-type': 'text/html' } })
}
const site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: page })
const secure = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: selfSigned, fetch: page })
const folder = mkdtempSync(join(tmpdir(), 'weir-proxies-'))
const certificate = join(folder, 'ca.pem')

/** The egress proxy hides the kind of proxy from browsers. That Firefox uses it too is shown by its own tests. */
const engines = [
  'lightweight',
  ...(await Promise.all([stealth, chromium].map(async (one) => ((await installed(one)) ? [one.name] : [])))).flat(),
]

/** Each kind has its own country, so that a request selects it by its location. */
const kinds: [kind: string, country: string, start: () => Promise<TestProxy>][] = [
  ['HTTP', 'DE', () => startHttpProxy('http', { login: LOGIN })],
  ['HTTPS', 'FR', () => startHttpProxy('https', { login: LOGIN })],
  ['SOCKS5', 'US', () => startSocksProxy({ login: LOGIN })],
]
const withLogin = ({ url }: TestProxy, login = LOGIN) => url.href.replace('//', `//${login}@`)

beforeAll(() => Bun.write(certificate, selfSigned.cert))
afterAll(() => {
  site.stop(true)
  secure.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

describe('a pool of proxies with logins', () => {
  const proxies: TestProxy[] = []
  let weir: Process
  const scrape = (body: object): Promise<Reply> =>
    weir.post('/v1/scrape', { maxAge: 0, useProxy: true, timeout: 50_000, ...body })

  beforeAll(async () => {
    const entries: string[] = []
    for (const [, country, start] of kinds) {
      const proxy = await start()
      proxies.push(proxy)
      // In each country one is down, and one refuses the login: the third takes over within the request.
      const all = [`http://${LOGIN}@127.0.0.1:9`, withLogin(proxy, 'pool-user:wrong-word'), withLogin(proxy)]
      entries.push(...all.map((entry) => `${entry}#country=${country}`))
    }
    entries.push('http://u:secret-word@127.0.0.1:9#country=NL', 'socks5://127.0.0.1:10#country=NL')
    weir = await startProcess({ settings: { WEIR_PROXIES: entries.join(), NODE_EXTRA_CA_CERTS: certificate } })
  }, PATIENCE)
  afterAll(async () => {
    await weir?.stop()
    for (const proxy of proxies) proxy.stop()
  }, PATIENCE)

  for (const [i, [kind, country]] of kinds.entries())
    test.each(engines)(
      `gives %s a page by ${kind}, plain and secure, and nothing bypasses it`,
      async (engine) => {
        for (const origin of [`http://127.0.0.1:${site.port}`, `https://127.0.0.1:${secure.port}`]) {
          const before = proxies[i]!.targets.length
          const url = `${origin}/?${engine}-${kind}`
          const { status, body } = await scrape({ url, engine, skipTlsVerification: true, location: { country } })
          expect([status, body.data?.content ?? body.error]).toEqual([200, expect.stringContaining('PAGEMARK')])
          expect(proxies[i]!.targets.slice(before)).toContain(`CONNECT ${new URL(url).host}`)
          // Every visit came through a connection of the proxy.
          const own = seen.filter(({ search }) => search === new URL(url).search)
          expect(own.length).toBeGreaterThan(0)
          expect(own.filter(({ port }) => !proxies[i]!.ports.has(port))).toEqual([])
        }
      },
      PATIENCE,
    )

  test('costs 2 more a page, is reported in numbers, and no password is shown to anybody', async () => {
    const { body } = await scrape({ url: site.url.href })
    expect(body.data.metadata.creditsUsed).toBe(3)
    const { data } = (await weir.get('/v1/capabilities')).body
    expect(data.proxies).toEqual({ total: 11, healthy: expect.any(Number), countries: ['DE', 'FR', 'NL', 'US'] })
    expect(data.proxies.healthy).toBeLessThan(11)
    expect(weir.said()).toMatch(/A proxy failed/)
    expect(weir.said() + JSON.stringify(body) + JSON.stringify(data)).not.toMatch(/-word|cG9vbC1/)
  })

  test.each(engines.filter((name) => name !== 'stealth'))(
    'reports to %s that no proxy works, and the page costs nothing',
    async (engine) => {
      const used = async () => (await weir.get('/v1/users/usage')).body.data.creditsUsed
      const before = await used()
      const { status, body } = await scrape({ url: site.url.href, engine, location: { country: 'NL' } })
      expect([status, body.error.code, body.error.details.reason]).toEqual([500, 'scraping_failed', 'proxies_down'])
      expect(await used()).toBe(before)
      expect(weir.said() + JSON.stringify(body)).not.toContain('secret-word')
    },
    PATIENCE,
  )
})
