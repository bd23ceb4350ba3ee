import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

const BEGIN = Date.UTC(2026, 4, 1)
const DAY = 86_400_000
let now = BEGIN
let text = 'The kettle costs 20 euros.'
let weir: Running
let site: ReturnType<typeof Bun.serve>
let upstream: ReturnType<typeof Bun.serve>
let url: string
let key: string

const page = (of: string) =>
  `<html><head><title>Kettles</title></head><body><nav>Home</nav><main><h1>Kettles</h1><p>They whistle when the water boils.</p><p>${of}</p></main></body></html>`
const html = { 'content-type': 'text/html' }

beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) =>
      new URL(request.url).pathname === '/old'
        ? new Response('It has moved', { status: 301, headers: { location: '/kettles' } })
        : new Response(page(text), { headers: html }),
  })
  url = `${site.url.origin}/kettles`
  // A Wayback Machine with one capture of the page.
  upstream = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/web/')) return new Response('', { status: 404 })
      // Later than the current page.
      if (pathname.includes('nowhere'))
        return Bun.sleep(500).then(() => new Response('Not in archive', { status: 404 }))
      const headers = { ...html, 'memento-datetime': 'Thu, 01 Jan 2015 00:00:00 GMT' }
      const wanted = `/web/20150101000000id_/`
      if (pathname.startsWith(wanted)) return new Response(page('The kettle costs 5 euros.'), { headers })
      const location = pathname.replace(/^\/web\/\d+id_\//, wanted)
      return new Response(null, { status: 302, headers: { location } })
    },
  })
  const settings = { WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight', WEIR_RETENTION_DAYS: '0' }
  const archive = { WEIR_WAYBACK_URL: upstream.url.origin }
  weir = await startWeir({ ...settings, ...archive }, undefined, { clock: { now: () => now } })
  key = (await weir.user('pro')).key
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
  upstream.stop(true)
})

const compare = (body: object) => weir.post('/v1/archive/compare', { url, ...body }, { key })
const at = (time: number) => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)
const local = (time: number) => ({ timestamp: at(time), provider: 'local' })
async function scrape() {
  expect((await weir.post('/v1/scrape', { url, maxAge: 0 }, { key })).status).toBe(200)
}

test('compares two snapshots that this server has stored', async () => {
  await scrape()
  now += DAY
  text = 'The kettle costs 25 euros.'
  await scrape()
  const { status, body } = await compare({ before: local(BEGIN), after: local(now) })
  expect([status, body.data]).toEqual([
    200,
    {
      url,
      before: { provider: 'local', timestamp: expect.stringMatching(/^202604302359|^20260501/), url, statusCode: 200 },
      after: { provider: 'local', timestamp: expect.stringMatching(/^202605/), url, statusCode: 200 },
      changed: true,
      changePercent: expect.any(Number),
      addedLines: 1,
      removedLines: 1,
      diff: expect.stringContaining('-The kettle costs 20 euros.\n+The kettle costs 25 euros.\n'),
      creditsUsed: 4,
    },
  ])
  expect(body.data.changePercent).toBeWithin(1, 20)
})

test('compares a snapshot of an archive with the current page, which is a scrape', async () => {
  const { body } = await compare({ before: { timestamp: '20150316000000' } })
  expect(body.data).toMatchObject({
    before: { provider: 'primary_archive', timestamp: '20150101000000' },
    after: { provider: null, timestamp: at(now), url },
    diff: expect.stringContaining('-The kettle costs 5 euros.\n+The kettle costs 25 euros.\n'),
    creditsUsed: 3,
  })
  const { body: kept } = await weir.post('/v1/archive/search', { url, provider: 'local' }, { key })
  expect(kept.data.totalFound).toBe(3)
})

test('does not show a small change as 0 percent', async () => {
  const before = text
  const long = `A long text. ${'Kettles whistle when the water in them boils. '.repeat(2000)}`
  now += DAY
  text = `${long}</p><p>x`
  await scrape()
  const began = now
  now += DAY
  text = `${long}</p><p>y`
  await scrape()
  const { body } = await compare({ before: local(began), after: local(now) })
  expect(body.data).toMatchObject({ changed: true, changePercent: 0.01, addedLines: 1, removedLines: 1 })
  text = before
  now += DAY
  await scrape()
})

test('shows no difference for an unchanged page', async () => {
  const { body } = await compare({ before: local(now) })
  expect(body.data).toMatchObject({ changed: false, changePercent: 0, addedLines: 0, removedLines: 0, diff: null })
})

test('takes a redirect as its target, both then and now', async () => {
  const old = `${site.url.origin}/old`
  expect((await weir.post('/v1/scrape', { url: old, maxAge: 0 }, { key })).status).toBe(200)
  const { body } = await compare({ url: old, before: local(now) })
  expect(body.data).toMatchObject({ before: { url, statusCode: 200 }, after: { url }, changed: false, creditsUsed: 3 })
})

test('costs nothing if it fails, and archives nothing', async () => {
  const credits = async () => (await weir.get('/v1/users/profile', { key })).body.data.credits.used as number
  const before = await credits()
  const { status, body } = await weir.post(
    '/v1/archive/compare',
    { url: 'http://nowhere.example/', before: { timestamp: '20150101000000' }, after: { timestamp: '20150101000000' } },
    { key },
  )
  expect([status, body.details.code]).toEqual([404, 'not_found'])
  expect(before).toBeGreaterThan(0)
  const current = `${site.url.origin}/nowhere`
  expect((await compare({ url: current, before: { timestamp: '20150101000000' } })).status).toBe(404)
  const { body: kept } = await weir.post('/v1/archive/search', { url: current, provider: 'local' }, { key })
  expect(kept.data.totalFound).toBe(0)
  expect(await credits()).toBe(before + 1)
})

test.each([
  [{ before: { timestamp: '2015' } }, 'before.timestamp'],
  [{ before: { timestamp: '20159999000000' } }, 'before.timestamp'],
  [{ before: { timestamp: '20150101000000', provider: 'attic' } }, 'before.provider'],
  [{ after: { timestamp: '20150101000000' } }, 'before'],
])('refuses %j by name, with an error in the form of archives', async (body, parameter) => {
  const refused = await compare(body)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ success: false, error: expect.stringContaining(parameter) })
  expect(refused.body.details.code).toBe('invalid_request')
})
