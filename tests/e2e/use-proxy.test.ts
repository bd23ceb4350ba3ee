import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startHttpProxy, type TestProxy } from '../core/proxy/proxies.ts'
import { type Running, startWeir } from '../weir.ts'

/** Requests to two pages that link to each other, robots.txt and a sitemap: the path, and the client's port. */
const visits: { path: string; port: number }[] = []
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request, server) {
    const { pathname, origin } = new URL(request.url)
    visits.push({ path: pathname, port: server.requestIP(request)?.port ?? 0 })
    if (pathname === '/robots.txt') return new Response(`Sitemap: ${origin}/map.xml`)
    if (pathname === '/map.xml')
      return new Response(`<urlset><url><loc>${origin}/listed</loc></url></urlset>`, {
        headers: { 'content-type': 'application/xml' },
      })
    if (pathname === '/error') return new Response('no', { status: 500 })
    return new Response(`<title>P</title><p>PAGEMARK ${pathname}</p><a href="/other">other</a>`, {
      headers: { 'content-type': 'text/html' },
    })
  },
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`

let proxy: TestProxy
let weir: Running
let bare: Running
beforeAll(async () => {
  proxy = await startHttpProxy()
  weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PROXIES: `${proxy.url.href}#country=DE` })
  bare = await startWeir({ WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  await bare.close()
  proxy.stop()
  site.stop(true)
})

const prefer = { headers: { prefer: 'wait=20' } }
const used = async () => (await weir.get('/v1/users/usage')).body.data.creditsUsed

async function finished(jobId: string) {
  for (;;) {
    const { data } = (await weir.get(`/v1/jobs/${jobId}`)).body
    if (['completed', 'failed'].includes(data.status)) return data
    await Bun.sleep(20)
  }
}

/** Each way to use the pool: its request, and the credits that its pages cost. */
const ways: [name: string, ask: (weir: Running) => ReturnType<Running['post']>, credits: number][] = [
  ['a scrape', (weir) => weir.post('/v1/scrape', { url: at('/one'), useProxy: true, maxAge: 0 }), 3],
  [
    'a scrape with options',
    (weir) => weir.post('/v1/scrape', { url: at('/one'), options: { useProxy: true }, maxAge: 0 }),
    3,
  ],
  [
    'a scrape of many',
    (weir) => weir.post('/v1/scrape', { urls: [at('/one'), at('/two')], useProxy: true, maxAge: 0 }),
    6,
  ],
  [
    'a batch',
    (weir) =>
      weir.post('/v1/batch', { urls: [at('/three'), at('/four')], useProxy: true, delayBetweenRequests: 0 }, prefer),
    6,
  ],
  [
    'a crawl',
    (weir) => weir.post('/v1/crawl', { url: at('/five'), maxPages: 3, useProxy: true, maxAge: 0 }, prefer),
    9,
  ],
  ['a map', (weir) => weir.post('/v1/map', { url: at('/six'), options: { useProxy: true, maxDepth: 1 } }), 6.3],
]

test('a country without a proxy is reported', async () => {
  const warningsOf = async (body: object) =>
    (await weir.post('/v1/scrape', { url: at('/one'), useProxy: true, maxAge: 0, ...body })).body.warnings
  expect(await warningsOf({ location: { country: 'it' } })).toEqual([
    'No proxy of this server is known to exit in IT: the page was requested through another one',
  ])
  expect(await warningsOf({ location: { country: 'DE' } })).toBeUndefined()
  expect(await warningsOf({})).toBeUndefined()
})

describe.each(ways)('%s with useProxy', (what, ask, credits) => {
  test('uses only the pool, for robots.txt and sitemaps too, and pays for it', async () => {
    const [before, spent] = [visits.length, await used()]
    const { status, body } = await ask(weir)
    const jobId = body.jobId ?? body.data?.jobId
    expect(status).toBe(what === 'a scrape of many' ? 202 : 200)
    if (jobId) expect((await finished(jobId)).status).toBe('completed')
    const own = visits.slice(before)
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ port }) => !proxy.ports.has(port))).toEqual([])
    expect((await used()) - spent).toBeCloseTo(credits)
  })

  test('is refused without a pool, with the name of the parameter', async () => {
    const before = visits.length
    const { status, body } = await ask(bare)
    expect([status, body.error.code]).toEqual([400, 'invalid_options'])
    expect(body.error.details.parameter).toMatch(/^(options\.)?useProxy$/)
    expect(visits.length).toBe(before)
  })
})

test('a crawl and a map report if all proxies are down, and cost nothing', async () => {
  const down = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PROXIES: 'http://127.0.0.1:9' })
  const crawled = await down.post('/v1/crawl', { url: at('/'), useProxy: true }, prefer)
  const mapped = await down.post('/v1/map', { url: at('/'), options: { useProxy: true } })
  expect([crawled.body.error, mapped.body.error]).toMatchObject([
    { code: 'crawl_failed', details: { reason: 'proxies_down' } },
    { code: 'mapping_failed', details: { reason: 'proxies_down' } },
  ])
  expect((await down.get('/v1/users/usage')).body.data.creditsUsed).toBe(0)
  await down.close()
})

test('a response of 500 through a proxy is the site’s, and costs nothing', async () => {
  const before = await used()
  const { status, body } = await weir.post('/v1/scrape', { url: at('/error'), useProxy: true })
  expect([status, body.data.metadata.statusCode]).toEqual([200, 500])
  expect(await used()).toBe(before)
  expect((await weir.get('/v1/capabilities')).body.data.proxies).toEqual({ total: 1, healthy: 1, countries: ['DE'] })
  expect((await weir.get('/metrics')).text).toContain('weir_proxies{state="healthy"} 1')
})
