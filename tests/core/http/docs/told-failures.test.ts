import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'

let weir: Running
let key: string
/** What the document says of each status, by path and method. */
let paths: Record<string, Record<string, { responses: Record<string, { description: string; headers?: object }> }>>
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  key = (await weir.user()).key
  paths = (await weir.get('/openapi.json')).body.paths
})
afterAll(() => weir.close())

const site = 'https://example.com/'
const schema = { type: 'nothing' }
const format = { type: 'json', schema }
const click = [{ type: 'click' }]
const refusals: readonly [path: string, body: object, code: string][] = [
  ['/v1/scrape', { urls: ['example'] }, 'invalid_urls'],
  ['/v1/scrape', { urls: Array(101).fill(site) }, 'too_many_urls'],
  ['/v1/batch', {}, 'invalid_urls'],
  ['/v1/batch', { urls: Array(101).fill(site) }, 'too_many_urls'],
  ['/v1/scrape', { url: site, extract: { schema } }, 'invalid_schema'],
  ['/v1/scrape', { url: site, extract: { schema: { $ref: site } } }, 'schema_too_complex'],
  ['/v1/batch', { urls: [site], extract: { schema } }, 'invalid_schema'],
  ['/v1/batch', { urls: [site], actions: click }, 'invalid_actions'],
  ['/v1/crawl', { url: site, extract: { schema } }, 'invalid_schema'],
  ['/v1/map', { url: site, options: { extract: { schema } } }, 'invalid_schema'],
  ['/v1/map', { url: site, options: { actions: click } }, 'invalid_actions'],
  ['/v1/search', { query: 'a', scrapeResults: true, scrapeOptions: { extract: { schema } } }, 'invalid_schema'],
  ['/v1/search', { query: 'a', scrapeResults: true, scrapeOptions: { actions: click } }, 'invalid_actions'],
  ['/v1/extract/domain', { domain: 'example.com', schema }, 'invalid_schema'],
  ['/v1/extract/generate-schema', { description: 'A shop' }, 'not_configured'],
  ['/v2/scrape', { url: site, formats: [format] }, 'INVALID_SCHEMA'],
  ['/v2/scrape', { url: 'http://127.0.0.1:6000/' }, 'INVALID_URL'],
  ['/v2/batch/scrape', { urls: [site], formats: [format] }, 'INVALID_SCHEMA'],
  ['/v2/batch/scrape', { urls: Array(101).fill(site) }, 'TOO_MANY_URLS'],
  ['/firecrawl/v1/batch/scrape', { urls: ['ftp://example.com/'] }, 'INVALID_URLS'],
  ['/v2/crawl', { url: site, scrapeOptions: { formats: [format] } }, 'INVALID_SCHEMA'],
  ['/v2/map', { url: 'http://127.0.0.1:6000/' }, 'INVALID_URL'],
  ['/v2/search', { query: 'a', scrapeOptions: { formats: [format] } }, 'INVALID_SCHEMA'],
  ['/v2/search', { query: ' ' }, 'INVALID_QUERY'],
  ['/v2/extract', { urls: [site], schema }, 'INVALID_SCHEMA'],
  ['/v2/extract', { urls: ['ftp://example.com/'], schema: { type: 'object' } }, 'INVALID_URLS'],
  ['/v2/scrape', { url: site, formats: ['audio'] }, 'NOT_CONFIGURED'],
  ['/v2/batch/scrape', { urls: [site], formats: ['audio'] }, 'NOT_CONFIGURED'],
  ['/v2/crawl', { url: site, scrapeOptions: { formats: ['audio'] } }, 'NOT_CONFIGURED'],
  ['/v2/crawl/params-preview', { url: site, prompt: 'The guides' }, 'NOT_CONFIGURED'],
  ['/v2/search', { query: 'kettles', scrapeOptions: { formats: ['audio'] } }, 'NOT_CONFIGURED'],
  ['/v2/extract', {}, 'NOT_CONFIGURED'],
]

for (const [i, [path, body, code]] of refusals.entries())
  test(`the document says that ${path} refuses with ${code} (${i})`, async () => {
    const { status, body: answer } = await weir.post(path, body, { key })
    expect(answer.error.code ?? answer.code).toBe(code)
    expect(paths[path]?.post?.responses[status]?.description).toContain(code)
  })

test('the document lists for every operation the response while the store is unavailable', () => {
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations))
      expect([path, method, responses[503]?.description]).toEqual([
        path,
        method,
        expect.stringMatching(/service_unavailable|SERVICE_UNAVAILABLE/),
      ])
})

test('the document lists for every operation with a body the response to a body that does not arrive', () => {
  expect(paths['/v1/map']?.post?.responses[408]?.description).toContain('timeout')
  expect(paths['/v1/ai-enrichment']?.post?.responses[408]?.description).toContain('TIMEOUT')
  expect(paths['/v1/jobs']?.get?.responses[408]).toBeUndefined()
})

test('the document lists the refusals of a body for operations that need none', async () => {
  const path = '/v1/webhooks/secret/rotate'
  const large = await weir.post(path, { a: 'a'.repeat(1_100_000) }, { key })
  const list = await weir.post(path, [], { key })
  expect([large.body.error.code, list.body.error.code]).toEqual(['payload_too_large', 'invalid_request'])
  for (const { status, body } of [large, list])
    expect(paths[path]?.post?.responses[status]?.description).toContain(body.error.code)
})

test('the document lists for every operation with a body the refusal of too many bodies at once', () => {
  expect(paths['/v1/auth/oidc']?.post?.responses[429]?.description).toContain('rate_limited')
  expect(paths['/v1/admin/users']?.post?.responses[429]?.description).toContain('rate_limited')
  expect(paths['/v1/admin/users']?.get?.responses[429]).toBeUndefined()
})

test('the document says that a login is refused after too many failures', async () => {
  const wrong = { email: 'nobody@example.com', password: 'wrong' }
  for (let i = 0; i < 10; i++) await weir.post('/v1/auth/login', wrong)
  const { status, headers, body } = await weir.post('/v1/auth/login', wrong)
  expect([status, body.error.code]).toEqual([429, 'rate_limited'])
  const told = paths['/v1/auth/login']?.post?.responses[429]
  expect(told?.description).toContain('rate_limited')
  for (const name of ['Retry-After', 'X-RateLimit-Retry-After', 'X-RateLimit-Limit']) {
    expect(headers.get(name)).toMatch(/^\d+$/)
    expect(Object.keys(told?.headers ?? {})).toContain(name)
  }
})

for (const start of ['/v2/batch/scrape', '/firecrawl/v1/crawl'])
  test(`the document says that a job of ${start} that has ended cannot be cancelled`, async () => {
    // Nothing listens on port 1, so the job ends at once.
    const started = await weir.post(start, { url: 'http://127.0.0.1:1/', urls: ['http://127.0.0.1:1/'] }, { key })
    await weir.ended(`job_${started.body.id}`, { key })
    const { status, body } = await weir.call('DELETE', `${start}/${started.body.id}`, undefined, { key })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(paths[`${start}/{jobId}`]?.delete?.responses[409]?.description).toContain('CONFLICT')
  })

test('the document says that a monitor is refused if no enabled engine can do what it needs', async () => {
  const body = { name: 'Page', url: 'http://127.0.0.1:1/', schedule: '0 * * * *', options: { javascript: true } }
  const { status, body: answer } = await weir.post('/v1/monitors', body, { key })
  expect([status, answer.error.code]).toEqual([503, 'engine_unavailable'])
  for (const { responses } of [
    paths['/v1/monitors']!.post!,
    paths['/v1/monitors/{monitorId}']!.patch!,
    paths['/v1/monitors/import']!.post!,
  ])
    expect(responses[503]?.description).toContain('engine_unavailable')
})

for (const path of ['/v1/billing/cancel', '/v1/monitors', '/v1/webhooks/deliveries/{deliveryId}/replay'])
  test(`the document lists for ${path} the response to an invalid Idempotency-Key`, async () => {
    const headers = { 'idempotency-key': 'ö' }
    const { status, body } = await weir.post(path.replace('{deliveryId}', 'msg_0'), {}, { key, headers })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    const responses = paths[path]?.post?.responses
    expect(responses?.[400]?.description).toContain('invalid_request')
    expect(responses?.[409]?.description).toContain('conflict')
  })
