import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { t } from 'weirjs'
import { ScrapeOptions, Webhook } from '../../plugins/firecrawl/schema/page-fields.ts'
import { pageFields, requestFields } from '../../schemas/index.ts'
import { type Running, startWeir } from '../weir.ts'

/** The requests that reached the site, by path. */
const seen = new Map<string, Headers>()
let site: ReturnType<typeof Bun.serve>
let elsewhere: ReturnType<typeof Bun.serve>
let weir: Running
beforeAll(async () => {
  const page = (links: string) => `<!doctype html><title>Kettles</title><h1>Kettles</h1>
    <p>Copper kettles, <a href="/one">one</a> ${links} <img src="/k.png" alt="A kettle"></p>`
  const html = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } })
  elsewhere = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      seen.set(`elsewhere${new URL(request.url).pathname}`, request.headers)
      return html(page(''))
    },
  })
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      seen.set(pathname, request.headers)
      if (pathname === '/robots.txt' || pathname === '/sitemap.xml') return new Response('', { status: 404 })
      return html(page(pathname === '/' ? `<a href="http://127.0.0.1:${elsewhere.port}/away">away</a>` : ''))
    },
  })
  weir = await startWeir({ WEIR_METERING: 'off' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  elsewhere.stop(true)
})

const headers = { 'X-Kettle': 'copper' }
const asked = { headers, userAgent: 'Kettle/1.0', authentication: { type: 'bearer', token: 'kettle-token' } }
const sent = (path: string) => {
  const of = seen.get(path)
  return [of?.get('x-kettle'), of?.get('user-agent'), of?.get('authorization')]
}
const all = ['copper', 'Kettle/1.0', 'Bearer kettle-token']

test('crawl, batch and map accept every parameter of a page that scrape accepts', async () => {
  const { paths, components } = (await weir.get('/openapi.json')).body
  const bodyOf = (path: string) =>
    components.requestBodies[paths[path].post.requestBody.$ref.split('/').at(-1)].content['application/json'].schema
      .properties
  const names = Object.keys(pageFields([]))
  expect(names.length).toBeGreaterThan(40)
  const known = {
    scrape: bodyOf('/v1/scrape'),
    crawl: bodyOf('/v1/crawl'),
    batch: bodyOf('/v1/batch'),
    map: bodyOf('/v1/map').options.properties,
  }
  for (const [operation, properties] of Object.entries(known))
    expect([operation, names.filter((name) => !Object.hasOwn(properties, name))]).toEqual([operation, []])
})

test('a batch has the formats and follows the options of a scrape', async () => {
  const body = {
    urls: [`http://127.0.0.1:${site.port}/two`],
    formats: ['links', 'text'],
    excludeTags: ['h1'],
    ...asked,
  }
  const { status, body: answer } = await weir.post('/v1/batch', { ...body, waitTime: 0, delayBetweenRequests: 0 })
  expect([status, answer.warnings]).toEqual([202, undefined])
  await weir.ended(answer.jobId)
  const [result] = (await weir.get(`/v1/jobs/${answer.jobId}/results`)).body.data.results
  expect([result.status, result.links]).toEqual(['success', [`http://127.0.0.1:${site.port}/one`]])
  expect(result.text).not.toContain('Kettles\n')
  expect(sent('/two')).toEqual(all)
})

test('a crawl follows the options of a scrape, and sends its secrets only to the start origin', async () => {
  const body = {
    url: `http://127.0.0.1:${site.port}/`,
    sameDomain: false,
    maxPages: 5,
    waitTime: 0,
    maxAge: 0,
    formats: ['markdown'],
    replaceAllPathsWithAbsolutePaths: true,
    ...asked,
  }
  const { status, body: answer } = await weir.post('/v1/crawl', body)
  expect([status, answer.warnings]).toEqual([202, undefined])
  await weir.ended(answer.jobId)
  const { results } = (await weir.get(`/v1/jobs/${answer.jobId}/results`)).body.data
  const start = results.find(({ url }: { url: string }) => url === body.url)
  expect(start.markdown).toContain(`(http://127.0.0.1:${site.port}/one)`)
  expect(sent('/one')).toEqual(all)
  expect(sent('elsewhere/away')).toEqual([null, 'Kettle/1.0', null])
})

test('a map follows the request options of a scrape', async () => {
  seen.clear()
  const url = `http://127.0.0.1:${site.port}/`
  const { status, body } = await weir.post('/v1/map', { url, options: { maxDepth: 1, sameDomain: false, ...asked } })
  expect([status, body.warnings]).toEqual([200, undefined])
  expect(sent('/')).toEqual(all)
  expect(sent('/one')).toEqual(all)
  expect(sent('elsewhere/away')).toEqual([null, 'Kettle/1.0', null])
})

test('an incomplete action is refused by crawl, batch and map too', async () => {
  const url = `http://127.0.0.1:${site.port}/`
  const actions = [{ type: 'click' }]
  for (const [path, body] of [
    ['/v1/crawl', { url, actions }],
    ['/v1/batch', { urls: [url], actions }],
    ['/v1/map', { url, options: { actions } }],
  ] as const) {
    const { status, body: answer } = await weir.post(path, body)
    expect([path, status, answer.error.code]).toEqual([path, 400, 'invalid_actions'])
  }
})

test('the number of headers to send is limited, as runtimes take time for each pair of them', () => {
  const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '1']))
  const parameters = [t.Object(requestFields), ScrapeOptions, Webhook]
  const given = (count: number) => ({ url: 'https://a.example/', headers: headers(count) })
  for (const count of [250, 251])
    expect(parameters.map((schema) => Value.Check(schema, given(count)))).toEqual(Array(3).fill(count <= 250))
})
