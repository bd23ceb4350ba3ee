import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { domainJob } from '../../../plugins/extract/domain/domain-job.ts'
import { readRows } from '../../store.ts'
import { type Running, startWeir } from '../../weir.ts'
import { type ModelServer, startModelServer } from '../models/model-server.ts'
import { kettleSchema, readKettle, type Shop, startShop } from './shop.ts'

let weir: Running
let model: ModelServer
let shop: Shop

beforeAll(async () => {
  model = startModelServer()
  shop = startShop()
  weir = await startWeir({
    WEIR_PLUGINS: 'scrape,extract,models',
    WEIR_ENGINES: 'lightweight',
    WEIR_LLM_URL: model.url,
    WEIR_LLM_MODEL: 'test-model',
  })
})
beforeEach(() => {
  model.script(readKettle)
  shop.asked.length = 0
})
afterAll(async () => {
  await weir.close()
  model.stop()
  shop.stop()
})

const run = async (key: string, domain: string, options: object) => {
  const { status, body } = await weir.post('/v1/extract/domain', { domain, schema: kettleSchema, options }, { key })
  expect(status).toBe(202)
  for (;;) {
    const { data } = (await weir.get(`/v1/extract/${body.jobId}`, { key })).body
    if (data.completedAt !== null) return data
    await Bun.sleep(20)
  }
}
const host = () => new URL(shop.origin).host

test('reads the most promising pages, as robots.txt allows, and separates things', async () => {
  const { key } = await weir.user()
  const data = await run(key, host(), { maxPages: 4, maxAge: 0 })
  expect(data).toMatchObject({ type: 'extract_domain', status: 'completed', totalPages: 4, creditsUsed: 4 })
  expect(data.extractedData).toContainEqual({ name: 'Red Kettle', price: 20 })
  expect(data.extractedData).toContainEqual({ name: 'Blue Kettle', price: 24.5 })
  expect(data.extractedData).toHaveLength(2)
  expect(data.sourceUrls.toSorted()).toEqual([`${shop.origin}/products/blue`, `${shop.origin}/products/red`])
  expect(shop.asked).not.toContain('/private')
  expect(shop.asked).not.toContain('/news')
})

test('reads only pages that match the patterns, and charges each page that is read', async () => {
  const { key } = await weir.user()
  const data = await run(key, `${shop.origin}/`, { maxPages: 10, maxAge: 0, includePatterns: ['/products/red'] })
  expect(data).toMatchObject({ extractedData: [{ name: 'Red Kettle', price: 20 }], totalPages: 1, creditsUsed: 1 })
  const none = await run(key, `${shop.origin}/`, { maxPages: 10, maxAge: 0, includePatterns: ['/nothing/**'] })
  expect(none).toMatchObject({ status: 'completed', extractedData: [], sourceUrls: [], totalPages: 0, creditsUsed: 0 })
  expect((await weir.get('/v1/users/profile', { key })).body.data.credits.used).toBe(1)
})

test('a page has its warnings in its result', async () => {
  const { key } = await weir.user()
  const body = { domain: host(), schema: kettleSchema, agent: { model: 'another' }, options: { maxPages: 1 } }
  const { jobId } = (await weir.post('/v1/extract/domain', body, { key })).body
  await weir.ended(jobId, { key })
  const [page] = (await weir.get(`/v1/jobs/${jobId}/results`, { key })).body.data.results
  expect(page.warnings).toEqual([expect.stringContaining('no model with that name')])
})

test('what all pages state together has at most 256 KiB, with a warning in its result', async () => {
  async function* pages() {
    for (const name of ['red', 'blue', 'green'])
      yield { url: `https://shop.example/${name}`, success: true, creditsUsed: 1, data: { name: name.repeat(30_000) } }
  }
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const finish = domainJob.finish as unknown as (results: object, work: object) => Promise<{ result: object }>
  const { result } = await finish(pages(), { input: { schema } })
  expect(result).toMatchObject({
    totalPages: 3,
    extractedData: [{}, {}],
    warnings: [expect.stringContaining('256 KiB')],
  })
})

test('keeps the delay of robots.txt between pages', async () => {
  const pages: Record<string, string> = {
    '/robots.txt': 'User-agent: *\nCrawl-delay: 0.5',
    '/': '<p>Kettles: <a href="/products/a">A</a></p>',
    '/products/a': '<p>Name: A</p><p>Price: 1</p>',
  }
  await using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const { pathname } = new URL(url)
      const headers = { 'content-type': pathname.endsWith('.txt') ? 'text/plain' : 'text/html' }
      return new Response(pages[pathname] ?? '', { status: pathname in pages ? 200 : 404, headers })
    },
  })
  const { key } = await weir.user()
  const data = await run(key, site.url.origin, { maxPages: 2, maxAge: 0 })
  expect(data).toMatchObject({ status: 'completed', totalPages: 2 })
  // The delay that all jobs keep between requests to this host.
  const kept = sql<{ gap: number }>`SELECT gap FROM job_hosts WHERE host = ${site.url.host}`
  expect((await readRows(weir.dataDir, kept)).map(({ gap }) => Number(gap))).toEqual([500])
})

test('fails with the reason if the site cannot be reached', async () => {
  const { key } = await weir.user()
  expect(await run(key, 'no-such-company.invalid', { maxPages: 1 })).toMatchObject({
    status: 'failed',
    error: { code: 'invalid_urls', details: { reason: 'dns' } },
    creditsUsed: 0,
  })
  for (const domain of ['', 'ftp://x', 'a b', 'user:word@host', 5, undefined]) {
    const { status, body } = await weir.post('/v1/extract/domain', { domain, schema: kettleSchema }, { key })
    expect([domain, status, body.error.code]).toEqual([domain, 400, 'invalid_urls'])
  }
})

test('an extraction from several pages follows matching links', async () => {
  const { key } = await weir.user()
  const options = { maxPages: 3, maxAge: 0, includePatterns: ['/products/**'] }
  const { body } = await weir.post('/v1/extract', { url: `${shop.origin}/`, schema: kettleSchema, options }, { key })
  expect(body.data).toMatchObject({
    extractedData: [
      { name: 'Red Kettle', price: 20 },
      { name: 'Blue Kettle', price: 24.5 },
    ],
    sourceUrls: [`${shop.origin}/products/red`, `${shop.origin}/products/blue`],
    totalPages: 3,
  })
})

test('an extraction from several pages reads none that robots.txt disallows, and says so', async () => {
  const { key } = await weir.user()
  const options = { maxPages: 10, maxAge: 0 }
  const { body } = await weir.post('/v1/extract', { url: `${shop.origin}/`, schema: kettleSchema, options }, { key })
  expect([body.data.totalPages, body.data.extractedData.length]).toEqual([6, 2])
  expect(shop.asked).not.toContain('/private')
  expect(body.warnings).toEqual([expect.stringContaining('robots.txt')])
})

test('an extraction follows no links of a page that asks for that, and keeps pauses while there is time', async () => {
  const link = '<p>Kettles: <a href="/a">A</a> <a href="/b">B</a></p>'
  await using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const { pathname } = new URL(url)
      if (pathname === '/robots.txt') return new Response('User-agent: *\nCrawl-delay: 9')
      const robots = pathname === '/alone' ? '<meta name="robots" content="nofollow">' : ''
      return new Response(robots + link, { headers: { 'content-type': 'text/html' } })
    },
  })
  const { key } = await weir.user('pro')
  const options = { maxPages: 3, timeout: 5000 }
  const extract = async (path: string) =>
    (await weir.post('/v1/extract', { url: site.url.origin + path, schema: kettleSchema, options }, { key })).body
  expect((await extract('/alone')).data.totalPages).toBe(1)
  const paced = await extract('/')
  expect([paced.data.totalPages, paced.warnings]).toEqual([2, [expect.stringContaining('pauses')]])
})

test('links of promising pages are followed, and no page is fetched twice', async () => {
  const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')
  const fillers = Array.from({ length: 30 }, (_, i) => `/news/${i}`)
  const pages: Record<string, string> = {
    '/': links(...fillers, '/prices'),
    '/prices': links('/prices/kettles'),
    '/prices/kettles': links('/products/green'),
    '/products/green': '<p>Name: Green Kettle</p><p>Price: 30</p>',
  }
  const asked: string[] = []
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const { pathname } = new URL(url)
      asked.push(pathname)
      const html = pages[pathname] ?? (pathname.startsWith('/news/') ? '<p>Nothing is new.</p>' : undefined)
      const headers = { 'content-type': 'text/html' }
      return html ? new Response(`<h1>${pathname}</h1>${html}`, { headers }) : new Response('', { status: 404 })
    },
  })
  try {
    const { key } = await weir.user()
    const data = await run(key, site.url.origin, { maxPages: 4, maxAge: 0 })
    expect(data).toMatchObject({ status: 'completed', totalPages: 4, creditsUsed: 4 })
    expect(data.extractedData).toEqual([{ name: 'Green Kettle', price: 30 }])
    const got = asked.filter((path) => path in pages)
    expect(got.toSorted()).toEqual(Object.keys(pages).toSorted())
  } finally {
    site.stop(true)
  }
})
