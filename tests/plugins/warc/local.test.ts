import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { type ArchiveSite, startArchiveSite } from './archive-site.ts'

const BEGIN = Date.UTC(2026, 0, 31, 23, 59, 50)
let now = BEGIN
let weir: Running
let site: ArchiveSite
let key: string
beforeAll(async () => {
  site = await startArchiveSite()
  const settings = { WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight', WEIR_RETENTION_DAYS: '100' }
  weir = await startWeir(settings, undefined, { clock: { now: () => now } })
  key = (await weir.user('pro')).key
})
afterAll(async () => {
  await weir.close()
  site.stop()
})

const toTime = (timestamp: string) =>
  Date.parse(timestamp.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'))
const at = (time: number) => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14)
/** Scrapes a page some moments before the current time of the test, and returns the timestamp of its capture. */
async function scrape(path: string): Promise<string> {
  const url = site.url(path)
  expect((await weir.post('/v1/scrape', { url, maxAge: 0 }, { key })).status).toBe(200)
  const { snapshots } = (await ask('search', { url })).body.data
  return snapshots.at(-1).timestamp
}
const ask = (what: string, body: object, as = key) =>
  weir.post(`/v1/archive/${what}`, { provider: 'local', ...body }, { key: as })

test('every capture of a page is found in the local archive, and read unchanged', async () => {
  const url = site.url('/plain')
  const first = await scrape('/plain')
  expect(toTime(first)).toBeWithin(BEGIN - 60_000, BEGIN + 1)
  now += 86_400_000
  site.answers.set('/plain', Buffer.from(site.answers.get('/plain')!.toString().replace('as it is', 'changed!')))
  const second = await scrape('/plain')

  const { body: search } = await ask('search', { url })
  expect(search.data).toMatchObject({ provider: 'local', totalFound: 2, creditsUsed: 1 })
  expect(search.data.snapshots).toEqual(
    [first, second].map((timestamp) => ({
      timestamp,
      url,
      mimetype: 'text/html',
      statuscode: '200',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      length: expect.stringMatching(/^\d+$/),
    })),
  )
  for (const [timestamp, text] of [
    [first, 'as it is'],
    [second, 'changed!'],
  ] as const) {
    const { body } = await ask('snapshot', { url, timestamp })
    expect(body.data.snapshot).toMatchObject({ timestamp, available: true, metadata: { statusCode: 200 } })
    expect(body.data.snapshot.content).toContain(text)
  }
  const { body: timeline } = await ask('timeline', { url, dateRange: { from: '20260101', to: '20261231' } })
  expect(timeline.data.totalSnapshots).toBe(2)
  const { body: availability } = await ask('availability', { url })
  expect(availability.data.availability).toEqual({ hasSnapshots: true, closestDate: second })
})

test.each(['/gzip', '/chunked'])('%s is decoded', async (path) => {
  const timestamp = await scrape(path)
  const { body } = await ask('snapshot', { url: site.url(path), timestamp })
  expect(body.data.snapshot.content).toContain('</html>')
})

test('a repeated answer can be read after the first capture has expired', async () => {
  now += 86_400_000
  await scrape('/data')
  now += 50 * 86_400_000
  const second = await scrape('/data')
  now += 60 * 86_400_000
  const { body: search } = await ask('search', { url: site.url('/data') })
  expect(search.data.snapshots.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([second])
  const { body } = await ask('snapshot', { url: site.url('/data'), timestamp: second })
  expect(body.data.snapshot.content).toBe('{"kept":true}')
})

test('the nearest capture is returned', async () => {
  const url = site.url('/missing')
  const stamps: string[] = []
  for (const minutes of [0, 10, 20]) {
    now += minutes * 60_000
    stamps.push(await scrape('/missing'))
  }
  const nearest = async (timestamp: string) => (await ask('snapshot', { url, timestamp })).body.data.snapshot.timestamp
  const around = [-1, 0, 1].map((second) => stamps.map((stamp) => at(toTime(stamp) + second * 1000)))
  for (const moments of around) expect(await Promise.all(moments.map(nearest))).toEqual(stamps)
  expect(await nearest('20200101000000')).toBe(stamps[0]!)
  expect(await nearest('20990101000000')).toBe(stamps[2]!)
  const closest = (await ask('search', { url, timestamp: stamps[1]!.slice(0, 8), limit: 2 })).body.data.snapshots
  expect(closest.length).toBe(2)
})

test('a redirect from a page to itself, to set a cookie, is replaced by the page', async () => {
  await using gate = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ headers }) {
      if (headers.get('cookie') !== 'seen=1') {
        // So that the page is captured in another second.
        await Bun.sleep(1100)
        return new Response('Go on', { status: 302, headers: { location: '/', 'set-cookie': 'seen=1' } })
      }
      return new Response('<p>Inside.</p>', { headers: { 'content-type': 'text/html' } })
    },
  })
  const url = gate.url.href
  await weir.post('/v1/scrape', { url }, { key })
  const { snapshots } = (await ask('search', { url })).body.data
  expect(snapshots.map(({ statuscode }: { statuscode: string }) => statuscode)).toEqual(['302', '200'])
  const { snapshot } = (await ask('snapshot', { url, timestamp: snapshots[0].timestamp })).body.data
  expect(snapshot).toMatchObject({ metadata: { statusCode: 200 }, content: '<p>Inside.</p>' })
})

test('another account finds nothing', async () => {
  const other = (await weir.user('pro')).key
  const url = site.url('/plain')
  expect((await ask('search', { url }, other)).body.data.snapshots).toEqual([])
  expect((await ask('snapshot', { url, timestamp: '20260201000000' }, other)).status).toBe(404)
})

test('without captures, the local archive is not configured, and nothing is written', async () => {
  const off = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_METERING: 'off' })
  try {
    expect((await off.post('/v1/scrape', { url: site.url('/plain') })).status).toBe(200)
    const asked = await off.post('/v1/archive/search', { url: site.url('/plain'), provider: 'local' })
    const downloaded = await off.get('/v1/archive/local/warc')
    for (const { status, body } of [asked, downloaded])
      expect([status, body]).toEqual([
        501,
        {
          success: false,
          error: expect.stringContaining('WEIR_ARCHIVE'),
          details: expect.objectContaining({ code: 'not_configured', setting: 'WEIR_ARCHIVE' }),
        },
      ])
    expect((await off.call('DELETE', '/v1/archive/local')).body.data).toEqual({ deleted: 0 })
  } finally {
    await off.close()
  }
})
