import { afterEach, describe, expect, test } from 'bun:test'
import { startAggregator } from './archives/aggregator.ts'
import { startOutback, startPywb } from './archives/cdx-servers.ts'
import { capture, digestOf, type Held } from './archives/held.ts'
import { type ArchiveServer, status } from './archives/server.ts'
import { startWayback } from './archives/wayback.ts'
import { type Opened, openArchive, timestampsOf } from './open.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
async function start(archive: ArchiveServer, settings: Record<string, string>): Promise<Opened> {
  const weir = await openArchive({ settings })
  open.push(weir, { close: archive.stop })
  return weir
}

const moments = ['20190110120000', '20200110120000', '20210310093000', '20210310180000', '20210317120000']
const held: readonly Held[] = [
  ...moments.map((at) => capture(at)),
  capture('20210401000000', { body: '<title>At 20210317120000</title><p>As it was', isRevisit: true }),
]
const all = held.map(({ timestamp }) => timestamp)
const dateRange = { from: '20210101', to: '20211231' }

const servers = [
  ['pywb', startPywb, '/all/cdx', ''],
  ['OutbackCDX in JSON', startOutback, '/cdx', '/web'],
  ['OutbackCDX in text', (held: readonly Held[]) => startOutback(held, 'text'), '/cdx', '/web'],
  ['a Wayback Machine', startWayback, '/cdx/search/cdx', ''],
] as const

describe.each(servers)('secondary_archive as %s', (_, startServer, path, replay) => {
  const provider = 'secondary_archive'
  const settingsOf = ({ url }: ArchiveServer) => ({
    WEIR_CDX_URL: `${url}${path}`,
    ...(replay && { WEIR_CDX_REPLAY_URL: `${url}${replay}` }),
  })
  const begin = async () => {
    const archive = startServer(held)
    return { archive, weir: await start(archive, settingsOf(archive)) }
  }

  test('supports all four operations', async () => {
    const { weir } = await begin()
    const found = await weir.ask('search', { provider })
    expect(timestampsOf(found)).toEqual(all)
    expect(found.body.data.snapshots[4]).toMatchObject({
      url: 'http://example.com/page',
      mimetype: 'text/html',
      statuscode: '200',
      digest: digestOf(held[4]!.body),
    })
    expect(found.body.data.snapshots[5]).toMatchObject({ mimetype: 'text/html', statuscode: '200' })
    expect(timestampsOf(await weir.ask('search', { provider, timestamp: '20210312', limit: 2 }))).toEqual([
      '20210310180000',
      '20210310093000',
    ])
    const read = await weir.ask('snapshot', { provider, timestamp: '20210317120000' })
    expect(read.body.data.snapshot).toMatchObject({
      timestamp: '20210317120000',
      content: expect.stringMatching(/^<title>/),
    })
    const available = async (timestamp?: string) =>
      (await weir.ask('availability', { provider, timestamp })).body.data.availability.closestDate
    expect([await available(), await available('20200601')]).toEqual(['20210401000000', '20200110120000'])
    const line = await weir.ask('timeline', { provider, dateRange, granularity: 'year' })
    expect(line.body.data.timeline).toEqual([{ period: '2021', count: 4, snapshots: all.slice(2) }])
  })

  test('counts the rows of a search in a timeline: duplicates once, others of the same second too', async () => {
    const at = '20210317120000'
    const others = [capture(at, { body: 'another' }), capture(at, { url: 'https://example.com/page' })]
    const archive = startServer([...held, capture(at), ...others])
    const weir = await start(archive, settingsOf(archive))
    const found = await weir.ask('search', { provider, dateRange })
    const line = await weir.ask('timeline', { provider, dateRange, granularity: 'year' })
    expect([timestampsOf(found).length, line.body.data.totalSnapshots]).toEqual([6, 6])
  })

  test('has nothing for another page, which is not a failure', async () => {
    const { weir } = await begin()
    const url = 'http://none.example/'
    expect(timestampsOf(await weir.ask('search', { provider, url }))).toEqual([])
    expect((await weir.ask('timeline', { provider, url, dateRange })).body.data.totalSnapshots).toBe(0)
    expect((await weir.ask('availability', { provider, url })).body.data.availability).toEqual({
      hasSnapshots: false,
      closestDate: null,
    })
    expect((await weir.ask('snapshot', { provider, url, timestamp: '20210317120000' })).status).toBe(404)
  })
})

describe('secondary_archive', () => {
  test.each([
    ['a page of a web server in place of an index', status(404)],
    ['an index that was cut', () => new Response('{"timestamp": "20210317120000", "url": "ht')],
    ['an error in words', () => new Response('Sorry, not today', { headers: { 'content-type': 'text/plain' } })],
    ['an error as an object', () => Response.json({ error: 'not today' })],
    ['a refusal', status(403)],
  ])('that responds with %s is a failure, not an archive without captures', async (_, fault) => {
    const archive = startPywb(held)
    const weir = await start(archive, { WEIR_CDX_URL: `${archive.url}/all/cdx` })
    archive.faults.push(fault, fault, fault)
    const answer = await weir.ask('availability', { provider: 'secondary_archive' })
    expect([answer.status, answer.body.details.code]).toEqual([502, 'archive_unavailable'])
    expect(answer.body.error).not.toContain('127.0.0.1')
  })

  test('without a place for its captures names the missing setting', async () => {
    const archive = startOutback(held)
    const weir = await start(archive, { WEIR_CDX_URL: `${archive.url}/index` })
    const answer = await weir.ask('snapshot', { provider: 'secondary_archive', timestamp: '20210317120000' })
    expect([answer.status, answer.body.details]).toEqual([
      501,
      { code: 'not_configured', setting: 'WEIR_CDX_REPLAY_URL' },
    ])
  })
})

describe.each([
  ['in one TimeMap', {}],
  ['in a TimeMap of several parts', { page: 2 }],
  ['in JSON', { form: 'json' }],
] as const)('memento, %s', (_, options) => {
  const provider = 'memento'
  const url = 'http://example.com/a,b?c=d;e="f"'
  const mementos = moments.map((at) => capture(at, { url }))
  const begin = async () => {
    const archive = startAggregator(mementos, options)
    return { archive, weir: await start(archive, { WEIR_MEMENTO_URL: archive.url }) }
  }

  test('supports all four operations for an address with commas', async () => {
    const { weir } = await begin()
    const { body } = await weir.ask('search', { provider, url })
    expect(timestampsOf({ body } as never)).toEqual(moments)
    const unknown = { mimetype: '', statuscode: '', digest: '', length: '' }
    expect(body.data.snapshots[0]).toEqual({ timestamp: moments[0], url, ...unknown })
    expect([body.data.totalFound, body.data.provider]).toEqual([moments.length, 'memento'])
    const { data } = (await weir.ask('search', { provider, url, timestamp: '20210312', limit: 2 })).body
    expect([data.totalFound, data.snapshots[0].timestamp]).toEqual([moments.length, '20210310180000'])
    const line = await weir.ask('timeline', { provider, url, dateRange, granularity: 'year' })
    expect(line.body.data.timeline).toEqual([{ period: '2021', count: 3, snapshots: moments.slice(2) }])
  })

  test('reads the raw page, although mementos are shown with a banner', async () => {
    const { weir, archive } = await begin()
    const { body } = await weir.ask('snapshot', { provider, url, timestamp: '20210320000000' })
    expect(body.data.snapshot).toMatchObject({
      timestamp: '20210317120000',
      content: '<title>At 20210317120000</title><p>As it was',
      url: `${archive.url}/web/20210317120000/${new URL(url).href}`,
    })
    expect(archive.asked[0]?.headers.get('accept-datetime')).toBe('Sat, 20 Mar 2021 00:00:00 GMT')
  })

  test('knows whether there is a memento', async () => {
    const { weir } = await begin()
    const available = async (body: object) =>
      (await weir.ask('availability', { provider, url, ...body })).body.data.availability
    expect(await available({})).toEqual({ hasSnapshots: true, closestDate: '20210317120000' })
    expect(await available({ timestamp: '20200601' })).toEqual({ hasSnapshots: true, closestDate: '20200110120000' })
    const none = { url: 'http://none.example/' }
    expect(await available(none)).toEqual({ hasSnapshots: false, closestDate: null })
    expect(timestampsOf(await weir.ask('search', { provider, ...none }))).toEqual([])
    expect((await weir.ask('snapshot', { provider, ...none, timestamp: '20210320000000' })).status).toBe(404)
  })
})

/** A TimeGate that responds with a capture, and may give its address. */
const itself = (contentLocation?: string) => () =>
  new Response('<p>Itself', {
    headers: {
      'memento-datetime': 'Wed, 17 Mar 2021 12:00:00 GMT',
      'content-type': 'text/html',
      vary: 'accept-datetime',
      ...(contentLocation !== undefined && { 'content-location': contentLocation }),
    },
  })

describe('memento', () => {
  test('reads only the parts of a TimeMap that it needs', async () => {
    const many = Array.from({ length: 10 }, (_, i) => capture(`20${10 + i}0101000000`))
    const archive = startAggregator(many, { page: 2 })
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    const range = { from: '20150101', to: '20160101' }
    const found = await weir.ask('search', { provider: 'memento', dateRange: range })
    expect(timestampsOf(found)).toEqual(['20150101000000', '20160101000000'])
    expect(archive.asked).toHaveLength(3)
  })

  describe('fills in the properties of mementos from the index of their archive', () => {
    const mementos = moments.map((at) => capture(at))
    const known = { mimetype: 'text/html', statuscode: '200', digest: digestOf(mementos[1]!.body), length: '700' }
    const unknown = { mimetype: '', statuscode: '', digest: '', length: '' }
    const begin = async (indexed: readonly Held[], settingsOf: (url: string) => Record<string, string>) => {
      const index = startPywb(indexed)
      open.push({ close: index.stop })
      const archive = startAggregator(mementos, { base: index.url })
      const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url, ...settingsOf(index.url) })
      const search = async (body: object = {}) =>
        (await weir.ask('search', { provider: 'memento', ...body })).body.data.snapshots
      return { index, weir, search }
    }
    const asCdx = (url: string) => ({ WEIR_CDX_URL: `${url}/all/cdx` })

    test('with one request if the index is configured', async () => {
      const { index, search } = await begin(mementos, asCdx)
      const found = await search({ dateRange: { from: '20200101', to: '20211231' } })
      expect(found).toHaveLength(4)
      expect(found[0]).toEqual({ timestamp: moments[1], url: 'http://example.com/page', ...known })
      expect(index.asked.map(({ query }) => [query.get('from'), query.get('to')])).toEqual([[moments[1]!, moments[4]!]])
    })

    test('or leaves them empty if the index lacks them, fails, or is unknown', async () => {
      const some = await begin([mementos[1]!], asCdx)
      expect((await some.search()).map(({ statuscode }: typeof known) => statuscode)).toEqual(['', '200', '', '', ''])
      const failing = await begin(mementos, asCdx)
      failing.index.faults.push(status(500), status(500))
      expect((await failing.search())[1]).toMatchObject(unknown)
      const other = await begin(mementos, () => ({}))
      expect([(await other.search())[1], other.index.asked.length]).toEqual([expect.objectContaining(unknown), 0])
    })

    test('but not for a timeline', async () => {
      const { index, weir } = await begin(mementos, asCdx)
      await weir.ask('timeline', { provider: 'memento', dateRange })
      expect(index.asked).toHaveLength(0)
    })
  })

  test('takes a memento with its banner if it cannot be read raw', async () => {
    const archive = startAggregator([capture('20210317120000')])
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    const noRaw = ({ path }: { path: string }) =>
      path.includes('id_') ? new Response('No', { status: 403 }) : undefined
    archive.faults.push(noRaw, noRaw, noRaw)
    const { body } = await weir.ask('snapshot', { provider: 'memento', timestamp: '20210317120000' })
    expect(body.data.snapshot.content).toContain('As it was')
  })

  test('accepts a capture that a TimeGate returns itself', async () => {
    const archive = startAggregator([])
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    archive.faults.push(itself())
    const { body } = await weir.ask('snapshot', { provider: 'memento', timestamp: '20210101000000' })
    expect(body.data.snapshot).toMatchObject({ timestamp: '20210317120000', content: '<p>Itself' })
  })

  test.each([
    ['as a whole', (base: string) => base],
    ['from the root of its host', () => ''],
  ])('reads the capture that a TimeGate names, %s, if it returns one itself', async (_, baseOf) => {
    const archive = startAggregator([capture('20210317120000')])
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    archive.faults.push(itself(`${baseOf(archive.url)}/web/20210317120000/http://example.com/page`))
    const { body } = await weir.ask('snapshot', { provider: 'memento', timestamp: '20210101000000' })
    expect(body.data.snapshot).toMatchObject({
      timestamp: '20210317120000',
      url: `${archive.url}/web/20210317120000/http://example.com/page`,
      content: '<title>At 20210317120000</title><p>As it was',
    })
  })

  test('reads the capture if the TimeGate does not send Vary', async () => {
    const archive = startAggregator([capture('20210317120000')])
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    const url = `${archive.url}/web/20210317120000/http://example.com/page`
    const silent = () => {
      const answer = itself(url)()
      answer.headers.delete('vary')
      return answer
    }
    archive.faults.push(silent)
    const { body } = await weir.ask('snapshot', { provider: 'memento', timestamp: '20210101000000' })
    expect(body.data.snapshot.url).toBe(url)
  })

  test('takes the response of a TimeGate if the capture that it names may not be read', async () => {
    const archive = startAggregator([])
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    const named = 'http://10.1.2.3/web/20210317120000/http://example.com/page'
    archive.faults.push(itself(named))
    const { body } = await weir.ask('snapshot', { provider: 'memento', timestamp: '20210101000000' })
    expect(body.data.snapshot).toMatchObject({ timestamp: '20210317120000', url: named, content: '<p>Itself' })
  })

  test('ignores a Content-Location that belongs to the archived page', async () => {
    const archive = startAggregator([capture('20210317120000')])
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    const archived = () => {
      const answer = itself('page.en')()
      answer.headers.set('vary', 'accept-language')
      return answer
    }
    archive.faults.push(() => undefined, archived)
    const { body } = await weir.ask('snapshot', { provider: 'memento', timestamp: '20210317120000' })
    expect(body.data.snapshot.url).toBe(`${archive.url}/web/20210317120000/http://example.com/page`)
  })

  test('gives up a TimeGate that only redirects', async () => {
    const archive = startAggregator([])
    const weir = await start(archive, { WEIR_MEMENTO_URL: archive.url })
    const again = ({ path }: { path: string }) => new Response(null, { status: 302, headers: { location: path } })
    archive.faults.push(...Array(20).fill(again))
    const answer = await weir.ask('snapshot', { provider: 'memento', timestamp: '20210101000000' })
    expect([answer.status, answer.body.details.reason]).toEqual([502, 'too_many_redirects'])
    expect(archive.asked.length).toBeLessThan(10)
  })
})
