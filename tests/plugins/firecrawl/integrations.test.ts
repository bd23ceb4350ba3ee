import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Served, serveFirecrawl } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await serveFirecrawl()
})
afterAll(() => served.close())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  served.weir.post(path, body, { key: served.key, headers })

/** The options of n8n's node: formats as objects, and every default written out. */
const n8nOptions = {
  formats: [{ type: 'markdown' }, { type: 'links' }],
  onlyMainContent: true,
  headers: {},
  includeTags: [],
  excludeTags: [],
  waitFor: 0,
  mobile: false,
  skipTlsVerification: false,
  timeout: 30000,
  actions: [],
  location: { country: 'US', languages: ['en-US'] },
  removeBase64Images: true,
  blockAds: true,
  proxy: 'auto',
  parsers: ['pdf'],
  maxAge: 172800000,
  storeInCache: true,
}

test('n8n: a page, a crawl and the test of its credential', async () => {
  const url = served.site.origin
  const page = await post('/v2/scrape', { url, ...n8nOptions, integration: 'n8n' })
  expect([page.status, page.body.data.warning]).toEqual([200, undefined])
  const crawl = {
    url,
    limit: 3,
    prompt: '',
    includePaths: [],
    excludePaths: [],
    maxDiscoveryDepth: null,
    ignoreQueryParameters: false,
    sitemap: 'include',
    crawlEntireDomain: false,
    allowExternalLinks: false,
    allowSubdomains: false,
    delay: null,
    scrapeOptions: n8nOptions,
    integration: 'n8n',
  }
  expect((await post('/v2/crawl', crawl)).status).toBe(200)
  expect((await served.weir.get('/v2/team/credit-usage', { key: served.key })).status).toBe(200)
})

test('n8n: fields of its form that were left empty', async () => {
  const page = await post('/v2/scrape', {
    url: served.site.origin,
    formats: [{ type: 'markdown' }],
    includeTags: [''],
    excludeTags: ['', 'nav'],
    location: { country: 'US', languages: [''] },
    proxy: '',
  })
  expect([page.status, page.body.data?.warning]).toEqual([200, undefined])
  const batch = await post('/v2/batch/scrape', { urls: [served.site.origin, ''], webhook: '', appendToId: '' })
  expect([batch.status, batch.body.invalidURLs]).toEqual([200, ['']])
  const none = await post('/v2/search', { query: '' })
  expect([none.status, none.body.details]).toEqual([400, { parameter: 'query' }])
})

test('Dify: fields of version 1 on version 2, and its idempotency header', async () => {
  const url = served.site.origin
  const scrape = { url, formats: ['markdown'], onlyMainContent: true, ignoreSitemap: true, integration: 'dify' }
  const page = await post('/v2/scrape', scrape)
  expect([page.status, page.body.data.warning]).toEqual([200, 'unknown parameter: ignoreSitemap'])
  const crawl = {
    url,
    limit: 5,
    includePaths: [''],
    excludePaths: ['broken'],
    maxDepth: 2,
    ignoreSitemap: true,
    allowBackwardLinks: true,
    allowExternalLinks: false,
    scrapeOptions: { onlyMainContent: true },
  }
  const headers = { 'idempotency-key': 'dify-1' }
  const [first, second] = [await post('/v2/crawl', crawl, headers), await post('/v2/crawl', crawl, headers)]
  expect([first.status, second.body.id]).toEqual([200, first.body.id])
  const map = { url, ignoreSitemap: true, includeSubdomains: false, limit: 10 }
  expect((await post('/v2/map', map)).status).toBe(200)
})

test('Flowise: pages and crawls of the first version', async () => {
  const url = served.site.origin
  const scrape = { url, formats: ['markdown'], onlyMainContent: true, integration: 'flowise' }
  const page = await post('/firecrawl/v1/scrape', scrape)
  expect([page.status, page.body.data.markdown]).toEqual([200, expect.stringContaining('Kettles')])
  const crawl = {
    url,
    limit: 5,
    excludePaths: ['broken'],
    scrapeOptions: { formats: ['markdown'], onlyMainContent: true },
    integration: 'flowise',
  }
  const { id } = (await post('/firecrawl/v1/crawl', crawl)).body
  await served.weir.ended(`job_${id}`, { key: served.key })
  const { body } = await served.weir.get(`/firecrawl/v1/crawl/${id}`, { key: served.key })
  expect([body.status, 'next' in body]).toEqual(['completed', false])
})

test('LibreChat: a page with a short timeout and many options', async () => {
  const scrape = {
    url: served.site.origin,
    formats: ['markdown', 'rawHtml'],
    includeTags: ['main'],
    excludeTags: ['nav'],
    headers: { 'user-agent': 'LibreChat' },
    waitFor: 0,
    timeout: 7500,
    mobile: false,
    skipTlsVerification: false,
    blockAds: true,
    removeBase64Images: true,
    parsePDF: true,
    storeInCache: true,
    zeroDataRetention: false,
    location: { country: 'US', languages: ['en'] },
    onlyMainContent: true,
  }
  const { status, body } = await post('/firecrawl/v1/scrape', scrape)
  expect([status, body.data.warning]).toEqual([200, undefined])
})

test('an older Open WebUI sends its number of pages as the timeout in milliseconds', async () => {
  const { status } = await post('/v2/search', { query: 'kettles', limit: 3, timeout: 9, ignoreInvalidURLs: true })
  expect(status).toBe(200)
})

test('fields that Python clients validate have their type: integers, and strings of an enum', async () => {
  const { id } = (await post('/v2/crawl', { url: served.site.origin, limit: 5 })).body
  await served.weir.ended(`job_${id}`, { key: served.key })
  const { body } = await served.weir.get(`/v2/crawl/${id}`, { key: served.key })
  expect(['scraping', 'completed', 'failed', 'cancelled']).toContain(body.status)
  for (const count of [body.total, body.completed, body.creditsUsed]) expect(Number.isInteger(count)).toBe(true)
  expect(Number.isNaN(Date.parse(body.expiresAt))).toBe(false)
  expect(body.data.length).toBeGreaterThan(1)
  for (const { metadata } of body.data) {
    expect(Number.isInteger(metadata.creditsUsed) && Number.isInteger(metadata.statusCode)).toBe(true)
    expect([['basic', 'stealth'].includes(metadata.proxyUsed), ['hit', 'miss'].includes(metadata.cacheState)]).toEqual([
      true,
      true,
    ])
    expect(metadata.scrapeId).toEqual(expect.any(String))
  }
})

test('polls are never rate limited', async () => {
  const { key } = await served.weir.user('free')
  const started = await served.weir.post('/v2/crawl', { url: served.site.origin, limit: 2 }, { key })
  const polls = await Promise.all(
    Array.from({ length: 300 }, () => served.weir.get(`/v2/crawl/${started.body.id}`, { key })),
  )
  expect(new Set(polls.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a crawl without a limit is as large as the credits of the account, and has a warning about that', async () => {
  const { key } = await served.weir.user('enterprise', { monthlyCredits: 20 })
  const { status, body } = await served.weir.post('/v2/crawl', { url: served.site.origin }, { key })
  expect([status, body.warning]).toEqual([200, expect.stringContaining('limit is 20')])
})

test('a page that is not in the cache is not fetched if only the cache is wanted', async () => {
  const { status, body } = await post('/v2/scrape', { url: `${served.site.origin}/c?never`, minAge: 0 })
  expect([status, body.code]).toEqual([404, 'SCRAPE_NO_CACHED_DATA'])
})
