import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'

let weir: Running
let key: string
/** Of the document: what it says of each status, by path and method. */
let paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  key = (await weir.user()).key
  paths = (await weir.get('/openapi.json')).body.paths
})
afterAll(() => weir.close())

const site = 'https://example.com/'
const refusals: readonly [path: string, body: object, code: string][] = [
  ['/v1/scrape', { urls: ['example'] }, 'invalid_urls'],
  ['/v1/scrape', { urls: Array(101).fill(site) }, 'too_many_urls'],
  ['/v1/batch', {}, 'invalid_urls'],
  ['/v1/batch', { urls: Array(101).fill(site) }, 'too_many_urls'],
  ['/v2/scrape', { url: site, formats: ['audio'] }, 'NOT_CONFIGURED'],
  ['/v2/batch/scrape', { urls: [site], formats: ['audio'] }, 'NOT_CONFIGURED'],
  ['/v2/crawl', { url: site, scrapeOptions: { formats: ['audio'] } }, 'NOT_CONFIGURED'],
  ['/v2/crawl/params-preview', { url: site, prompt: 'The guides' }, 'NOT_CONFIGURED'],
  ['/v2/search', { query: 'kettles', scrapeOptions: { formats: ['audio'] } }, 'NOT_CONFIGURED'],
  ['/v2/extract', {}, 'NOT_CONFIGURED'],
]

for (const [path, body, code] of refusals)
  test(`the document says that ${path} refuses with ${code}`, async () => {
    const { status, body: answer } = await weir.post(path, body, { key })
    expect(answer.error.code ?? answer.code).toBe(code)
    expect(paths[path]?.post?.responses[status]?.description).toContain(code)
  })
