import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

interface Served {
  status?: number
  body: string
}
const pages = new Map<string, Served>()
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { status = 200, body } = pages.get(new URL(url).pathname) ?? { status: 404, body: 'none' }
    return new Response(body, { status, headers: { 'content-type': 'text/html' } })
  },
})
let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

let made = 0
/** A separate page, and functions that scrape it again for one account. */
async function watched(key?: string) {
  const path = `/page${++made}`
  const account = key ?? (await weir.user()).key
  const url = new URL(path, site.url).href
  const look = async (served: Served | string | undefined, more: object = {}) => {
    const page = typeof served === 'string' ? { body: served } : served
    if (page) pages.set(path, page)
    const { body } = await weir.post('/v1/scrape', { url, formats: ['changeTracking'], ...more }, { key: account })
    return body
  }
  const statusOf = async (...given: Parameters<typeof look>) => (await look(...given)).data.changeTracking.changeStatus
  return { path, url, key: account, look, statusOf }
}

test('a page is compared with the last one that its account saw', async () => {
  const { look } = await watched()
  const none = { changePercent: 0, addedLines: 0, removedLines: 0, diff: null }
  const first = await look('<h1>Kettles</h1><p>One kettle.</p>')
  expect(first.data.changeTracking).toEqual({
    previousScrapeAt: null,
    changeStatus: 'new',
    visibility: 'visible',
    ...none,
  })
  expect([first.data.markdown, first.data.metadata.creditsUsed]).toEqual(['# Kettles\n\nOne kettle.', 1])
  const second = await look(undefined)
  expect(second.data.changeTracking).toMatchObject({ changeStatus: 'same', ...none })
  expect(Date.parse(second.data.changeTracking.previousScrapeAt)).toBeGreaterThan(0)
  expect(second.data.metadata.cached).toBeUndefined()
  const changed = (await look('<h1>Kettles</h1><p>Two kettles.</p>')).data.changeTracking
  expect(changed).toMatchObject({ changeStatus: 'changed', visibility: 'visible', addedLines: 1, removedLines: 1 })
  expect(changed.diff).toContain('-One kettle.\n+Two kettles.\n')
  expect(changed.changePercent).toBeGreaterThan(0)
})

test('a page that disappears and comes back is reported, and a temporary failure is not a change', async () => {
  const { look, statusOf } = await watched()
  await look('<p>Here.</p>')
  const failed = await look({ status: 503, body: 'Later' })
  expect(failed.data.changeTracking).toBeUndefined()
  expect(failed.warnings).toContainEqual(expect.stringContaining('not compared'))
  const gone = (await look({ status: 410, body: 'Gone' })).data.changeTracking
  expect(gone).toMatchObject({ changeStatus: 'removed', visibility: 'hidden' })
  expect(await statusOf(undefined)).toBe('same')
  expect(await statusOf('<p>Here.</p>')).toBe('new')
})

test('accounts, tags, selected parts and kinds of visitors are compared separately', async () => {
  const { key, path, look, statusOf } = await watched()
  await look('<main><p>One.</p></main><footer>Foot</footer>')
  expect(await statusOf(undefined, { changeTracking: { tag: 'weekly' } })).toBe('new')
  expect(await statusOf(undefined, { changeTracking: { tag: 'weekly' } })).toBe('same')
  expect(await statusOf(undefined, { includeTags: ['main'] })).toBe('new')
  for (const visitor of [
    { engine: 'lightweight' },
    { mobile: true },
    { location: { country: 'DE' } },
    { authentication: { token: 't' } },
    { headers: { 'x-a': '1' } },
    { userAgent: 'Mine/1' },
  ])
    expect([visitor, await statusOf(undefined, visitor)]).toEqual([visitor, 'new'])
  const other = await weir.user()
  const asked = { url: new URL(path, site.url).href, formats: ['changeTracking'] }
  const { body } = await weir.post('/v1/scrape', asked, other)
  expect(body.data.changeTracking).toMatchObject({ changeStatus: 'new', previousScrapeAt: null })
  expect((await weir.post('/v1/scrape', asked, { key })).body.data.changeTracking.changeStatus).toBe('same')
})

test('an answer from the cache is neither compared nor returned, and comparisons are not shared', async () => {
  const { key, url, look, statusOf } = await watched()
  await look('<p>One.</p>')
  const cached = await weir.post('/v1/scrape', { url }, { key })
  pages.set(new URL(url).pathname, { body: '<p>Two.</p>' })
  expect((await weir.post('/v1/scrape', { url }, { key })).body.data.markdown).toBe(cached.body.data.markdown)
  expect(await statusOf(undefined)).toBe('changed')
  const other = await weir.user()
  expect((await weir.post('/v1/scrape', { url }, other)).body.data.changeTracking).toBeUndefined()
})

test('jobs compare each of their pages once', async () => {
  const { key } = await weir.user('enterprise')
  const [one, two] = [await watched(key), await watched(key)]
  pages.set(one.path, { body: `<p>One.</p><a href="${two.path}">two</a>` })
  pages.set(two.path, { body: '<p>Two.</p>' })
  const crawl = async () => {
    const { body } = await weir.post('/v1/crawl', { url: one.url, formats: ['changeTracking'], maxAge: 0 }, { key })
    await weir.ended(body.jobId, { key })
    const results = await weir.results(body.jobId, { key })
    return results.map(({ changeTracking }) => changeTracking.changeStatus)
  }
  expect(await crawl()).toEqual(['new', 'new'])
  pages.set(two.path, { body: '<p>Three.</p>' })
  expect(await crawl()).toEqual(['same', 'changed'])
})

test('only the beginning of a very long page is compared, with a warning', async () => {
  const { look } = await watched()
  const page = (end: string) => `<p>${'A word. '.repeat(50_000)}</p><p>${end}</p>`
  expect((await look(page('one'))).warnings).toContainEqual(expect.stringContaining('only its first'))
  const { data } = await look(page('two'))
  expect(data.changeTracking.changeStatus).toBe('same')
})

test('without the plugin that compares texts, it is refused before anything is fetched', async () => {
  const bare = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLUGINS: 'scrape' })
  const { status, body } = await bare.post('/v1/scrape', { url: site.url.href, formats: ['changeTracking'] })
  await bare.close()
  expect([status, body.error.code, body.error.details.plugin]).toEqual([501, 'not_configured', 'monitors'])
})
