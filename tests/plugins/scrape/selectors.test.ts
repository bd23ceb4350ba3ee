import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

let running: Running
let visits = 0
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    visits++
    return new Response('<h1>Page</h1>', { headers: { 'content-type': 'text/html' } })
  },
})
beforeAll(async () => {
  running = await startWeir()
})
afterAll(async () => {
  site.stop(true)
  await running.close()
})

const bad = ['p:first(', 'div >', 'a[href', ':unknown-class', '&']
const url = site.url.href

test.each(['includeTags', 'excludeTags', 'onlyIncludeTags', 'removeTags'])(
  'an invalid selector in %s is refused before anything is fetched or charged',
  async (parameter) => {
    const { key } = await running.user()
    const refused = []
    for (const selector of bad) {
      for (const [path, body] of [
        ['/v1/scrape', { url, maxAge: 0 }],
        ['/v1/scrape', { urls: [url] }],
      ] as const) {
        const { status, body: answer } = await running.post(path, { ...body, [parameter]: ['p', selector] }, { key })
        refused.push([selector, status, answer.error.code, answer.error.details.parameter])
      }
    }
    const wanted = bad.flatMap((selector) => Array(2).fill([selector, 400, 'invalid_options', parameter]))
    expect(refused).toEqual(wanted)
    expect(visits).toBe(0)
    const { credits } = (await running.get('/v1/users/profile', { key })).body.data
    expect(credits.used).toBe(0)
  },
)

test('so is one of a crawl', async () => {
  const { status, body } = await running.post('/v1/crawl', { url, excludeTags: ['a[href'] })
  expect([status, body.error.code, body.error.details.parameter, visits]).toEqual([
    400,
    'invalid_options',
    'excludeTags',
    0,
  ])
})

test('what the named engine cannot do is refused with the parameter that asks for it', async () => {
  for (const parameter of ['includePdf', 'includeScreenshot'] as const) {
    const { status, body } = await running.post('/v1/scrape', { url, engine: 'lightweight', [parameter]: true })
    expect([status, body.error.details.parameter]).toEqual([400, parameter])
  }
})

test.each(['/v1/scrape', '/v1/batch', '/v1/crawl', '/v1/map', '/v1/monitors', '/v1/search'])(
  '%s refuses an invalid selector to wait for, before anything is fetched',
  async (path) => {
    const asked = (waitForSelector: string) => {
      const page = { waitForSelector }
      if (path === '/v1/monitors') return { url, name: 'a', schedule: '0 0 1 1 *', options: page }
      if (path === '/v1/search') return { query: 'a', scrapeResults: true, scrapeOptions: page }
      if (path === '/v1/map') return { url, options: page }
      return path === '/v1/batch' ? { urls: [url], ...page } : { url, ...page }
    }
    for (const selector of ['a[href', 'div >', 'p:is(a', '###']) {
      const { status, body } = await running.post(path, asked(selector))
      expect([selector, status, body.error?.message]).toEqual([selector, 400, expect.stringContaining('CSS selector')])
    }
    expect(visits).toBe(0)
  },
)

test('a job refuses actions with an invalid selector, before anything is fetched', async () => {
  const actions = [
    { type: 'click', selector: 'a:visible' },
    { type: 'wait', selector: 'a[href' },
  ]
  for (const [path, body] of [
    ['/v1/crawl', { url, actions }],
    ['/v1/scrape', { urls: [url], actions }],
  ] as const) {
    const { error } = (await running.post(path, body)).body
    const reason = 'selector must be a CSS selector'
    expect([error?.code, error?.details]).toEqual(['invalid_actions', { index: 1, reason }])
  }
  expect(visits).toBe(0)
})

test('a page with content that no selector matches has its own warning', async () => {
  const { key } = await running.user()
  const warningsOf = async (body: Record<string, unknown>) =>
    (await running.post('/v1/scrape', { url, maxAge: 0, ...body }, { key })).body.warnings
  const told = ['No text was found in what the selectors (includeTags, excludeTags) keep of the page']
  expect(await warningsOf({ includeTags: ['table'] })).toEqual(told)
  expect(await warningsOf({ removeTags: ['h1'] })).toEqual(told)
  expect(await warningsOf({ includeTags: ['h1'] })).toBeUndefined()
})
