import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

let weir: Running
let key: string
let free: string
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  key = (await weir.user()).key
  free = (await weir.user('free')).key
})
afterAll(() => weir.close())

const url = 'https://example.com/'
const location = { languages: ['not a language'] }
const broken: readonly [path: string, body: object, parameter: string][] = [
  ['/v2/map', { url, location }, 'location.languages.0'],
  ['/v2/map', { url, search: 'a'.repeat(501) }, 'search'],
  ['/v2/search', { query: 'kettles', lang: 'not a language' }, 'lang'],
  ['/v2/crawl', { url, includePaths: ['('] }, 'includePaths.0'],
  ['/v2/crawl', { url, excludePaths: ['a', '('] }, 'excludePaths.1'],
  ['/v2/crawl', { url, scrapeOptions: { location } }, 'scrapeOptions.location.languages.0'],
  ['/firecrawl/v1/crawl', { url, scrapeOptions: { includeTags: ['[['] } }, 'scrapeOptions.includeTags'],
  ['/v2/batch/scrape', { urls: [url], location }, 'location.languages.0'],
  ['/v2/scrape', { url, location }, 'location.languages.0'],
]

for (const [path, body, parameter] of broken)
  test(`${path} names ${parameter} as it is in the request`, async () => {
    const { status, body: answer } = await weir.post(path, body, { key })
    expect([status, answer.code, answer.details?.parameter]).toEqual([400, 'BAD_REQUEST', parameter])
    expect(answer.error).toStartWith(parameter)
  })

const refused: readonly (readonly [path: string, body: object])[] = [
  ...broken.map(([path, body]) => [path, body] as const),
  ['/v2/search', { query: 'kettles', scrapeOptions: { formats: [{ type: 'json' }] } }],
  ['/v2/batch/scrape', { urls: ['no address'] }],
  ['/v2/extract', { urls: [url], schema: { type: 'nothing' } }],
  ['/v2/extract', { urls: [] }],
  ['/v2/crawl', { url, webhook: 'http://10.1.2.3/' }],
]

for (const [path, body] of refused)
  test(`${path} refuses before it counts: ${JSON.stringify(body).slice(0, 100)}`, async () => {
    const { status, headers } = await weir.post(path, body, { key: free })
    expect([status < 400, headers.get('x-ratelimit-remaining')]).toEqual([false, headers.get('x-ratelimit-limit')])
  })

test('so does /v2/parse', async () => {
  const form = new FormData()
  form.set('file', new File(['text'], 'a.txt'))
  form.set('options', JSON.stringify({ formats: [{ type: 'json' }] }))
  const headers = { authorization: `Bearer ${free}` }
  const request = new Request('http://localhost/v2/parse', { method: 'POST', headers, body: form })
  const { status, headers: got } = await weir.weir.server.fetch(request)
  expect([status, got.get('x-ratelimit-remaining')]).toEqual([400, got.get('x-ratelimit-limit')])
})
