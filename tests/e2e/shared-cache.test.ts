import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import chromium from '../../engines/chromium/index.ts'
import { selfSigned } from '../conformance/self-signed.ts'
import { startHttpProxy, type TestProxy } from '../core/proxy/proxies.ts'
import { installed } from '../engines/installed.ts'
import { type Running, startWeir } from '../weir.ts'

const PATIENCE = 60_000

/** How often each page was requested; each page shows who asked, as far as the request tells. */
const visits = new Map<string, number>()
const marks: Record<string, Record<string, string>> = {
  cookie: { 'set-cookie': 'who=ann; Path=/' },
  private: { 'cache-control': 'private, max-age=600' },
  public: { 'cache-control': 'public, max-age=600' },
}
function serve(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/favicon.ico') return new Response(null, { status: 404 })
  visits.set(pathname, (visits.get(pathname) ?? 0) + 1)
  const told = ['authorization', 'cookie', 'x-who'].map((name) => `<p>${name} ${request.headers.get(name)}</p>`)
  const headers = { 'content-type': 'text/html', ...marks[searchParams.get('mark') ?? ''] }
  return new Response(`<title>A page</title><h1>A page</h1>${told.join('')}<p id="made"></p>`, { headers })
}
const site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: serve })
const secure = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: selfSigned, fetch: serve })

let made = 0
function newPage({ origin = site.url.origin, query = '' } = {}) {
  const path = `/page${++made}`
  return { url: `${origin}${path}${query}`, hits: () => visits.get(path) ?? 0 }
}

/** What makes a response personal. Source: threats T31. */
const personal: [what: string, parameters: object][] = [
  ['an Authorization header', { headers: { authorization: 'Bearer word-of-ann' } }],
  ['a cookie', { headers: { cookie: 'session=word-of-ann' } }],
  ['a header of its own', { headers: { 'x-who': 'word-of-ann' } }],
  ['actions', { actions: [{ type: 'executeJavascript', value: "made.textContent = 'word-of-ann'" }] }],
  ['executeJS', { executeJS: "made.textContent = 'word-of-ann'" }],
  ['the proxy pool', { useProxy: true }],
  ['skipTlsVerification', { skipTlsVerification: true }],
]

/**
 * The engines to test; `default` is the service's choice. Other engines report a site's cache headers in the same
 * way, as the tests of their pages show.
 */
const engines = ['default', ...((await installed(chromium)) ? [chromium.name] : [])]

let proxy: TestProxy
let weir: Running
let ann: { key: string }
let ben: { key: string }
beforeAll(async () => {
  proxy = await startHttpProxy()
  weir = await startWeir({ WEIR_PROXIES: proxy.url.href })
  ann = await weir.user()
  ben = await weir.user()
}, PATIENCE)
afterAll(async () => {
  await weir.close()
  proxy.stop()
  site.stop(true)
  secure.stop(true)
}, PATIENCE)

describe.each(engines)('with engine %s', (name) => {
  const engine = name === 'default' ? undefined : name
  const scrape = (body: object, { key }: { key: string }) => weir.post('/v1/scrape', { engine, ...body }, { key })

  for (const [what, parameters] of personal)
    test.skipIf(engines.length === 1 && /executeJS|actions/.test(what))(
      `a page that one account got with ${what} is never given to another`,
      async () => {
        const { url, hits } = newPage()
        const own = await scrape({ url, ...parameters }, ann)
        expect([own.status, own.body.error]).toEqual([200, undefined])
        const before = hits()
        const other = await scrape({ url }, ben)
        expect([other.status, other.body.data.metadata.cached]).toEqual([200, undefined])
        expect(hits()).toBeGreaterThan(before)
        expect(other.text).not.toContain('word-of-ann')
        // Not even if it asks in the same way.
        const after = hits()
        expect((await scrape({ url, ...parameters }, ben)).body.data.metadata.cached).toBeUndefined()
        expect(hits()).toBeGreaterThan(after)
      },
      PATIENCE,
    )

  test(
    'a certificate that one account ignores is not trusted for another',
    async () => {
      const { url } = newPage({ origin: secure.url.origin })
      expect((await scrape({ url, skipTlsVerification: true }, ann)).status).toBe(200)
      const { status, body } = await scrape({ url }, ben)
      expect([status, body.error?.details.reason]).toEqual([400, 'tls'])
    },
    PATIENCE,
  )

  test(
    'a response that sets a cookie or is marked private is not shared, and others are',
    async () => {
      for (const [mark, times] of [
        ['cookie', 2],
        ['private', 2],
        ['public', 1],
      ] as const) {
        const { url, hits } = newPage({ query: `?mark=${mark}` })
        for (const one of [ann, ben]) {
          const { status, body } = await scrape({ url }, one)
          expect([status, body.error]).toEqual([200, undefined])
        }
        expect([mark, hits()]).toEqual([mark, times])
      }
    },
    PATIENCE,
  )
})
