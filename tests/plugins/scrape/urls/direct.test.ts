import { afterAll, beforeAll, expect, test } from 'bun:test'
import browser from '../../../../engines/chromium/index.ts'
import { installed } from '../../../engines/installed.ts'
import { type Running, startWeir } from '../../../weir.ts'

const paragraph = `<p>${'A kettle whistles in the kitchen. '.repeat(30)}</p>`
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => {
    const { pathname } = new URL(url)
    const html = `<title>Page ${pathname}</title><h1>Page ${pathname}</h1>${pathname === '/large' ? paragraph.repeat(2000) : ''}`
    return new Response(html, { headers: { 'content-type': 'text/html' } })
  },
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
const refused = 'http://127.0.0.1:9/'

let weir: Running
let key: string
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight,browser_a' })
  key = (await weir.user('pro')).key
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})
const post = (path: string, body: object, wait = 30) =>
  weir.post(
    path,
    { maxAge: 0, retryCount: 0, delayBetweenRequests: 0, ...body },
    { key, headers: { prefer: `wait=${wait}` } },
  )

test('a scrape of many pages that ends while its caller waits is answered with the pages', async () => {
  const { status, headers, body } = await post('/v1/scrape', {
    urls: [at('/a'), refused],
    formats: ['markdown', 'links'],
  })
  expect([status, headers.get('preference-applied'), body.success]).toEqual([200, 'wait=30', true])
  const { results, successful, failed, summary } = body.data
  expect(results.map(({ url, status }: { url: string; status: string }) => [url, status])).toEqual([
    [at('/a'), 'success'],
    [refused, 'failed'],
  ])
  expect(successful).toEqual([results[0]])
  expect(failed).toEqual([results[1]])
  expect(results[0]).toMatchObject({ markdown: '# Page /a', content: '# Page /a', metadata: { creditsUsed: 1 } })
  expect(results[0].metadata.loadTime).toBe(results[0].metadata.processingTime)
  const error = 'The URL leads to an address or port that this service does not fetch'
  expect(results[1]).toMatchObject({ error, metadata: { statusCode: 0, error, code: 'invalid_url' } })
  expect(summary).toMatchObject({ total: 2, successful: 1, failed: 1, creditsUsed: 1, concurrency: 5 })
  const stored = (await weir.get(`/v1/jobs/${body.jobId}/results`, { key })).body.data.results
  expect(stored[0]).toEqual({ ...results[0], metadata: expect.not.objectContaining({ loadTime: expect.anything() }) })
  expect(stored[1].error).toMatchObject({ code: 'invalid_url', message: error, details: { url: refused } })
})

test('results have a title and a word count even without metadata', async () => {
  const body = { urls: [at('/b')], formats: ['markdown'], includeMetadata: false }
  const about = { title: 'Page /b', wordCount: 2 }
  const [scraped] = (await post('/v1/scrape', body)).body.data.results
  expect(scraped).toMatchObject(about)
  const basic = ['contentType', 'creditsUsed', 'extractedAt', 'loadTime', 'processingTime', 'statusCode', 'url']
  expect(Object.keys(scraped.metadata).toSorted()).toEqual(basic)
  const [batched] = (await post('/v1/batch', body)).body.data.results
  expect(batched).toMatchObject(about)
  expect(Object.keys(batched.metadata).toSorted()).toEqual(basic)
  expect(batched.metadata.creditsUsed).toBe(1)
})

test.each([
  ['/v1/scrape', { url: at('/a') }],
  ['/v1/scrape', { urls: [at('/a')] }],
  ['/v1/batch', { urls: [at('/a')] }],
  ['/v1/crawl', { url: at('/a'), maxPages: 1 }],
])('one of two parameters that need each other is told of: %s', async (path, body) => {
  const warningsOf = async (more: object) => (await weir.post(path, { ...body, ...more }, { key })).body.warnings
  expect(await warningsOf({ jsonSchema: '{}' })).toEqual(['jsonSchema has no effect without enableJsonExtraction'])
  expect(await warningsOf({ enableJsonExtraction: true })).toEqual([
    'enableJsonExtraction has no effect without jsonSchema',
  ])
  expect(await warningsOf({ enableJsonExtraction: false })).toBeUndefined()
})

test('a scrape whose caller does not wait is accepted', async () => {
  const { status, body } = await weir.post('/v1/scrape', { urls: [at('/a')] }, { key })
  expect([status, body.data.totalUrls]).toEqual([202, 1])
})

test('results that exceed the limit of an answer are read from the job', async () => {
  const urls = Array.from({ length: 8 }, () => at('/large'))
  const { status, headers, body } = await post('/v1/scrape', { urls, formats: ['markdown', 'html'] })
  expect([status, headers.get('preference-applied')]).toEqual([202, null])
  expect(body.warnings).toEqual([expect.stringContaining('larger than one response')])
  const { data } = (await weir.get(`/v1/jobs/${body.data.jobId}`, { key })).body
  expect([data.status, data.completed]).toEqual(['completed', 8])
}, 120_000)

test('the answer to a new crawl has the address of its events', async () => {
  const { body } = await weir.post('/v1/crawl', { url: at('/a'), maxPages: 1 }, { key })
  expect(body.streamUrl).toBe(`/v1/jobs/${body.jobId}/stream`)
  const stream = await weir.get(body.streamUrl, { key })
  expect(stream.text).toContain('event: completed')
})

test.skipIf(!(await installed(browser))).each(['/v1/batch', '/v1/scrape'])(
  'a screenshot that was charged is in the direct answer: %s',
  async (path) => {
    const { status, body } = await post(path, { urls: [at('/a')], includeScreenshot: true })
    const [{ screenshot, files }] = body.data.results
    expect([status, body.data.summary.creditsUsed, files.length]).toEqual([200, 2, 1])
    expect(files[0]).toMatchObject({ type: 'screenshot', mediaType: 'image/png', url: screenshot })
    const { pathname, search } = new URL(screenshot, 'http://weir.example')
    const picture = await weir.weir.server.fetch(new Request(`http://localhost${pathname}${search}`))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    await picture.body?.cancel()
  },
  120_000,
)
