import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testIn } from '../../browsers.ts'
import { type Running, startWeir } from '../../weir.ts'
import { searxngAnswer, searxngResult, startPeer } from './peers.ts'

const testInChromium = await testIn('chromium')
const searxng = startPeer()
let running = 0
let mostRunning = 0
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    running++
    mostRunning = Math.max(mostRunning, running)
    await Bun.sleep(pathname === '/forever' ? 60_000 : 50)
    running--
    const text = `Kettles of copper boil fast. ${'They last for many years. '.repeat(60)}`
    const status = { '/broken': 500, '/missing': 404 }[pathname] ?? 200
    return new Response(
      `<html lang="en"><head><title>Page ${pathname}</title></head><body><h1>Kettles</h1><p>${text}</p></body></html>`,
      { status, headers: { 'content-type': 'text/html' } },
    )
  },
})
let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_SEARXNG_URL: searxng.url })
})
afterAll(async () => {
  await weir.close()
  searxng.stop()
  site.stop(true)
})

/** Searches with these pages as results, for a new account, and returns the price too. */
async function search(paths: readonly string[], options: object = {}, body: object = {}) {
  const found = paths.map((path) =>
    searxngResult(path.startsWith('http') ? path : site.url.origin + path, `Found ${path}`, 'Said of it'),
  )
  searxng.answers(({ searchParams }) => searxngAnswer('tea', searchParams.get('pageno') === '1' ? found : []))
  const { key } = await weir.user('pro')
  const answer = await weir.post(
    '/v1/search',
    { query: 'tea', scrapeResults: true, scrapeOptions: { maxAge: 0, ...options }, ...body },
    { key },
  )
  const { used } = (await weir.get('/v1/users/profile', { key })).body.data.credits
  return { ...answer, results: answer.body.data?.results, used, key }
}

test('each result has its page, with preview, summary and reading time', async () => {
  const { status, results, body, used } = await search(['/a'])
  expect(status).toBe(200)
  const [result] = results
  expect(result).toMatchObject({
    position: 1,
    title: 'Found /a',
    url: `${site.url.origin}/a`,
    description: 'Said of it',
    displayLink: '127.0.0.1',
    scrapeStatus: 'success',
    wordCount: 306,
    readingTime: 2,
    metadata: { statusCode: 200, contentQuality: 'medium', creditsUsed: 1, title: 'Page /a', language: 'en' },
  })
  expect(result.markdown).toStartWith('# Kettles')
  expect(result.content).toBe(result.markdown)
  expect(result.preview).toStartWith('Kettles Kettles of copper boil fast. They last')
  expect(result.preview).toHaveLength(300)
  expect(result.summary).toMatch(/^Kettles of copper boil fast\. .*years\.$/)
  expect([body.data.creditsUsed, used]).toEqual([2, 2])
})

test('a failed result has its error, costs nothing, and does not delay the others', async () => {
  const { results, body, used } = await search([
    '/a',
    'http://127.0.0.1:1/refused',
    '/broken',
    '/missing',
    'http://10.1.2.3/private',
  ])
  expect(
    results.map((result: { scrapeStatus: string; error?: { code: string }; metadata: Record<string, number> }) => [
      result.scrapeStatus,
      result.error?.code,
      result.metadata.statusCode,
      result.metadata.creditsUsed,
    ]),
  ).toEqual([
    ['success', undefined, 200, 1],
    ['failed', 'invalid_url', 0, 0],
    ['success', undefined, 500, 0],
    ['success', undefined, 404, 1],
    ['failed', 'invalid_url', 0, 0],
  ])
  expect([body.data.totalResults, body.data.creditsUsed, used]).toEqual([5, 3, 3])
})

test('only some results are scraped at the same time', async () => {
  mostRunning = 0
  const paths = Array.from({ length: 20 }, (_, i) => `/many/${i}`)
  const { results } = await search(paths, {}, { limit: 20 })
  expect(results.map(({ url }: { url: string }) => new URL(url).pathname)).toEqual(paths)
  expect(mostRunning).toBeGreaterThan(1)
  expect(mostRunning).toBeLessThanOrEqual(5)
})

test('all results share one time limit, and those beyond it have a timeout', async () => {
  const { status, results, used } = await search(
    ['/quick', ...Array.from({ length: 15 }, (_, i) => `/forever?${i}`)],
    { timeout: 1000 },
    { limit: 20 },
  )
  const codes = results.map(({ error }: { error?: { code: string } }) => error?.code)
  expect([status, codes[0], new Set(codes.slice(1)), used]).toEqual([200, undefined, new Set(['timeout']), 2])
}, 120_000)

describe('the price of a result', () => {
  test.each([
    [{}, 1],
    [{ format: 'structured' }, 1],
    [{ formats: ['markdown', 'structured', 'links'] }, 1],
    [{ engine: 'lightweight', mobile: true }, 1],
  ])('with %j is %d', async (options, price) => {
    const { used, status } = await search(['/a', '/b'], options)
    expect([status, used]).toEqual([200, 1 + 2 * price])
  })

  testInChromium(
    'with a screenshot is 2, and the screenshot is a file of the account',
    async () => {
      const { results, used, status, key } = await search(['/a', '/b'], { includeScreenshot: true })
      expect([status, used]).toEqual([200, 5])
      const [file] = results[0].files
      expect(file).toMatchObject({ type: 'screenshot', mediaType: 'image/png' })
      expect((await weir.get(`/v1/files/${file.id}`, { key })).status).toBe(200)
    },
    120_000,
  )

  test('is not held if no pages are requested', async () => {
    searxng.answers(() => searxngAnswer('tea', []))
    const { key } = await weir.user('free', { monthlyCredits: 1 })
    const news = { query: 'tea', sources: ['news'], scrapeResults: true }
    const { status, body } = await weir.post('/v1/search', news, { key })
    expect([status, body.data?.creditsUsed]).toEqual([200, 1])
  })

  test('is held for the maximum number of results', async () => {
    const { key } = await weir.user('free', { monthlyCredits: 5 })
    const { status, body } = await weir.post('/v1/search', { query: 'tea', scrapeResults: true }, { key })
    expect([status, body.error.code, body.error.details.required]).toEqual([402, 'insufficient_credits', 11])
  })
})

test('formats have their own fields, and `content` has the first requested one', async () => {
  const { results } = await search(['/a'], { formats: ['links', 'text'], includeMetadata: false })
  expect(results[0].text).toBe(results[0].content)
  expect(results[0].links).toEqual([])
  expect(results[0].markdown).toStartWith('# Kettles')
  expect(Object.keys(results[0].metadata).toSorted()).toEqual(
    ['contentQuality', 'contentType', 'creditsUsed', 'extractedAt', 'processingTime', 'statusCode', 'url'].toSorted(),
  )
})

test('an answer of the cache to a scrape without markdown is not that of a search, and the other way round', async () => {
  const options = { formats: ['text'] }
  const scraped = async (path: string) => {
    const body = { url: site.url.origin + path, ...options }
    const { data } = (await weir.post('/v1/scrape', body, { key: (await weir.user()).key })).body
    return [data.markdown, data.metadata.cached]
  }
  expect(await scraped('/first')).toEqual([undefined, undefined])
  const { results } = await search(['/first', '/second'], { ...options, maxAge: 1 })
  for (const { markdown, preview, wordCount } of results)
    expect([markdown, preview, wordCount]).toEqual([
      expect.stringContaining('# Kettles'),
      expect.stringContaining('Kettles'),
      306,
    ])
  expect(await scraped('/second')).toEqual([undefined, undefined])
})

test('`format` is a single format, and `formats` takes precedence', async () => {
  const [{ structured, content, markdown }] = (await search(['/a'], { format: 'structured' })).results
  expect(structured).toBeObject()
  expect([JSON.parse(content), markdown]).toEqual([structured, expect.stringMatching(/^# Kettles/)])
  const [both] = (await search(['/a'], { format: 'structured', formats: ['text'] })).results
  expect([both.structured, both.content]).toEqual([undefined, both.text])
})

test('scraped results are in the local index of the account', async () => {
  const { key } = await search(['/indexed'])
  const { body } = await weir.post('/v1/search', { query: 'copper kettle', provider: 'local' }, { key })
  expect(body.data.results.map(({ link }: { link: string }) => link)).toEqual([`${site.url.origin}/indexed`])
})

test.each<[object, string]>([
  [{ timeout: 5 }, 'invalid_options'],
  [{ formats: ['pdfs'] }, 'invalid_options'],
  [{ actions: [{ type: 'jump' }] }, 'invalid_options'],
  [{ includeTags: ['p:::'] }, 'invalid_options'],
  [{ headers: { 'a b': 'c' } }, 'invalid_options'],
])('the options %j are refused before any request', async (scrapeOptions, code) => {
  searxng.answers(() => searxngAnswer('tea', []))
  const { status, body } = await weir.post('/v1/search', { query: 'tea', scrapeResults: true, scrapeOptions })
  expect([status, body.error.code, searxng.asked.length]).toEqual([400, code, 0])
})

test.each<[object, string, string]>([
  [{ query: '' }, 'invalid_query', 'query'],
  [{ query: '  \n ' }, 'invalid_query', 'query'],
  [{ query: 'x'.repeat(501) }, 'invalid_query', 'query'],
  [{ query: '😀'.repeat(501) }, 'invalid_query', 'query'],
  [{ query: 7 }, 'invalid_query', 'query'],
  [{}, 'invalid_query', 'query'],
  [{ query: 'tea', limit: 21 }, 'invalid_limit', 'limit'],
  [{ query: 'tea', limit: 1.5 }, 'invalid_limit', 'limit'],
  [{ query: 'tea', limit: '5' }, 'invalid_limit', 'limit'],
  [{ query: 'tea', country: 'Germany' }, 'invalid_request', 'country'],
  [{ query: 'tea', language: 'en-x' }, 'invalid_request', 'language'],
  [{ query: 'tea', language: 'en-aaaaa-aaaaa' }, 'invalid_request', 'language'],
  [{ query: 'tea', provider: 'attic' }, 'invalid_request', 'provider'],
])('%j is refused as %s', async (body, code, parameter) => {
  const answer = await weir.post('/v1/search', body)
  expect([answer.status, answer.body.error.code, answer.body.error.details.parameter]).toEqual([400, code, parameter])
})

test('an option of the pages that no schema can refuse is named as the caller sent it', async () => {
  const refusal = async (options: object) => (await search(['/a'], options)).body.error
  expect(await refusal({ headers: { 'two words': 'x' } })).toMatchObject({
    code: 'invalid_options',
    message: expect.stringMatching(/^scrapeOptions\.headers must /),
    details: { parameter: 'scrapeOptions.headers' },
  })
  expect(await refusal({ useProxy: true })).toMatchObject({
    code: 'invalid_options',
    details: { parameter: 'scrapeOptions.useProxy' },
  })
  expect(await refusal({ extractionSchema: { type: 'nothing' } })).toMatchObject({
    code: 'invalid_schema',
    details: { issues: [expect.any(String)] },
  })
  const { details } = await refusal({ actions: [{ type: 'press', key: 'Enter', pixels: 3 }] })
  expect(details).toMatchObject({ index: 0, reason: expect.any(String) })
})
