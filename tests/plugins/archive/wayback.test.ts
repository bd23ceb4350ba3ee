import { afterEach, describe, expect, test } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { capture, digestOf, type Held } from './archives/held.ts'
import { timestampsOf } from './open.ts'
import { closeAll, monthly, start } from './start-wayback.ts'

afterEach(closeAll)

const days = Array.from({ length: 40 }, (_, i) => `202103${String((i % 28) + 1).padStart(2, '0')}`)

describe('search', () => {
  test('gives the captures in order of time, as the index describes them', async () => {
    const page = capture('20210310093000', { body: 'one', type: 'text/html' })
    const { weir } = await start([
      page,
      capture('20190110120000', { status: 404, url: 'https://www.example.com/page' }),
    ])
    const { status, body } = await weir.ask('search', {})
    expect([status, timestampsOf({ body } as never)]).toEqual([200, ['20190110120000', '20210310093000']])
    expect(body.data.snapshots[1]).toEqual({
      timestamp: '20210310093000',
      url: 'http://example.com/page',
      mimetype: 'text/html',
      statuscode: '200',
      digest: digestOf(page.body),
      length: '303',
    })
    expect(body.data.snapshots[0]).toMatchObject({ statuscode: '404', url: 'https://www.example.com/page' })
    expect(body.data).toMatchObject({ provider: 'primary_archive', totalFound: 2, creditsUsed: 1 })
    expect(body.data.query).toEqual({ dateRange: null, limit: 50 })
    expect(body.metadata).toEqual({ searchTime: expect.any(Number), provider: 'primary_archive', cached: false })
  })

  test('continues with resume keys if the server scans few rows for one response', async () => {
    const many = days.slice(0, 25).map((day) => capture(`${day}120000`))
    const { weir, archive } = await start(many, { scan: 10 })
    expect(timestampsOf(await weir.ask('search', { limit: 1000 }))).toEqual(many.map(({ timestamp }) => timestamp))
    expect(archive.asked).toHaveLength(3)
  })

  test('gives a revisit the properties of the capture that it repeats', async () => {
    const first = capture('20200101000000', { body: 'same' })
    const others = ['20200201000000', '20200301000000'].map((at) => capture(at, { body: 'same', isRevisit: true }))
    const lost = capture('20200401000000', { body: 'other', isRevisit: true })
    const { weir } = await start([first, ...others, lost])
    const { body } = await weir.ask('search', {})
    const told = body.data.snapshots.map((one: Record<string, string>) => [one.mimetype, one.statuscode])
    expect(told).toEqual([...Array(3).fill(['text/html', '200']), ['warc/revisit', '']])
  })

  test.each([true, false])(
    'finds the captures nearest to a day if the server sorts by distance: %p',
    async (sortsByNearness) => {
      const many = Array.from({ length: 60 }, (_, i) =>
        capture(`${2000 + Math.floor(i / 3)}0${(i % 3) * 3 + 1}15120000`),
      )
      const { weir } = await start(many, { sortsByNearness })
      const near = { timestamp: '20090702', limit: 4 }
      expect(timestampsOf(await weir.ask('search', near))).toEqual([
        '20090715120000',
        '20090415120000',
        '20090115120000',
        '20100115120000',
      ])
      const dateRange = { from: '20090801', to: '20121231' }
      expect(timestampsOf(await weir.ask('search', { ...near, limit: 2, dateRange }))).toEqual([
        '20100115120000',
        '20100415120000',
      ])
    },
  )

  test('is restricted to a day or a range, which may be empty', async () => {
    const { weir, archive } = await start(monthly.map((at) => capture(at)))
    const day = { timestamp: '20210310', fallbackToClosest: false }
    expect(timestampsOf(await weir.ask('search', day))).toEqual(['20210310093000', '20210310180000'])
    expect(timestampsOf(await weir.ask('search', { ...day, timestamp: '20210311' }))).toEqual([])
    const dateRange = { from: '20200110', to: '20210310' }
    expect(timestampsOf(await weir.ask('search', { dateRange }))).toEqual(monthly.slice(1, 4))
    const before = archive.asked.length
    expect(timestampsOf(await weir.ask('search', { ...day, timestamp: '20220101', dateRange }))).toEqual([])
    expect(archive.asked).toHaveLength(before)
  })

  test('asks for the exact address, including * and the query, without the fragment', async () => {
    const url = 'http://example.com/a*?b=c%20d&e=*'
    const { weir, archive } = await start([capture('20200101000000', { url })])
    expect(timestampsOf(await weir.ask('search', { url: `${url}#here` }))).toEqual(['20200101000000'])
    expect(archive.asked[0]?.query.get('url')).toBe(new URL(url).href)
    expect(timestampsOf(await weir.ask('search', { url: 'http://example.com/*' }))).toEqual([])
  })

  test('adds titles, languages and headers of pages', async () => {
    const body = '<html lang="en-GB"><title>A  page &amp; more</title><p>Text'
    const page = capture('20200101000000', { body, headers: { server: 'nginx/1', 'last-modified': 'then' } })
    const { weir } = await start([page, capture('20210101000000', { type: 'image/png', body: Uint8Array.of(1, 0, 2) })])
    const { body: answer } = await weir.ask('search', { includeMetadata: true })
    expect(answer.data.snapshots[0]).toMatchObject({
      title: 'A page & more',
      language: 'en-GB',
      headers: { server: 'nginx/1', 'last-modified': 'then', 'content-type': 'text/html; charset=utf-8' },
    })
    expect(answer.data.snapshots[1]).toMatchObject({ title: null, language: null })
    expect([answer.data.creditsUsed, answer.warnings]).toEqual([1, undefined])
  })

  test('reads at most ten snapshots for that, with a warning', async () => {
    const { weir, archive } = await start(days.slice(0, 12).map((day) => capture(`${day}120000`)))
    const { body } = await weir.ask('search', { includeMetadata: true })
    expect(body.data.snapshots.filter((one: { title?: string }) => one.title)).toHaveLength(10)
    expect(body.warnings).toEqual([expect.stringContaining('10')])
    expect(archive.asked).toHaveLength(11)
  })
})

describe('snapshot', () => {
  const read = async (held: Held, timestamp = held.timestamp) => {
    const { weir, archive } = await start([held])
    const answer = await weir.ask('snapshot', { url: held.url, timestamp })
    return { ...answer, data: answer.body.data, snapshot: answer.body.data?.snapshot, archive }
  }

  test('gives the page as it was archived, without a banner', async () => {
    const { status, body, data, snapshot, archive } = await read(capture('20210317120000', { body: '<p>As it was' }))
    expect([status, data.creditsUsed, data.timestamp]).toEqual([200, 2, '20210317120000'])
    expect(snapshot).toEqual({
      content: '<p>As it was',
      metadata: {
        statusCode: 200,
        contentType: 'text/html; charset=utf-8',
        encoding: 'text',
        headers: { 'content-type': 'text/html; charset=utf-8' },
      },
      timestamp: '20210317120000',
      url: `${archive.url}/web/20210317120000/http://example.com/page`,
      available: true,
    })
    expect(body.metadata).toEqual({ retrievedAt: expect.any(String), provider: 'primary_archive', cached: false })
  })

  test('redirects to the nearest capture, with its time', async () => {
    const { data, snapshot } = await read(capture('20210317120000'), '20190101000000')
    expect([data.timestamp, snapshot.timestamp]).toEqual(['20190101000000', '20210317120000'])
    expect(snapshot.url).toContain('/web/20210317120000/')
  })

  test.each([
    [301, { location: 'http://example.com/new?a=b' }],
    [404, {}],
    [429, { 'retry-after': '3600' }],
    [503, { 'retry-after': '3600' }],
  ] as const)('returns an archived %p as content', async (code, headers) => {
    const { status, snapshot, archive } = await read(capture('20210317120000', { status: code, headers, body: 'gone' }))
    expect([status, snapshot.metadata.statusCode, snapshot.content]).toEqual([200, code, 'gone'])
    expect(snapshot.metadata.headers).toMatchObject(headers)
    expect(archive.asked).toHaveLength(1)
  })

  const text = '<p>Grüße aus dem Archiv'
  const bytes = new TextEncoder().encode(text)
  test.each([
    ['packed', gzipSync(bytes), 'gzip'],
    ['packed by another coding', brotliCompressSync(bytes), 'br'],
    ['compressed twice, but declared as once', gzipSync(gzipSync(bytes)), 'gzip'],
    ['compressed, but not declared as such', gzipSync(bytes), ''],
    ['declared as compressed, but not', bytes, 'gzip'],
    ['in an unknown coding', bytes, 'pack200-gzip'],
  ])('reads a body that is %s', async (_, body, coding) => {
    const { weir, archive } = await start([capture('20210317120000', { body })])
    archive.faults.push(
      () =>
        new Response(body, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'memento-datetime': 'Wed, 17 Mar 2021 12:00:00 GMT',
            ...(coding && { 'content-encoding': coding }),
          },
        }),
    )
    const answer = await weir.ask('snapshot', { timestamp: '20210317120000' })
    expect(answer.body.data.snapshot.content).toBe(text)
  })

  test.each([
    ['text/html; charset=windows-1251', Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2), 'Привет', 'text'],
    [
      'text/html',
      Buffer.from('<meta charset="iso-8859-1"><p>Gr\xfc\xdfe', 'latin1'),
      '<meta charset="iso-8859-1"><p>Grüße',
      'text',
    ],
    ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1), 'iVBORwAB', 'base64'],
    ['application/octet-stream', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), '/9j/4A==', 'base64'],
    ['text/plain', Uint8Array.of(1, 0, 2), 'AQAC', 'base64'],
    ['application/javascript', Buffer.from('let a = 1'), 'let a = 1', 'text'],
    ['application/octet-stream', Buffer.from('plain words'), 'plain words', 'text'],
  ])('reads %s as text if it is text', async (type, body, content, encoding) => {
    const { snapshot } = await read(capture('20210317120000', { type, body: new Uint8Array(body) }))
    expect([snapshot.content, snapshot.metadata.encoding]).toEqual([content, encoding])
  })

  test('does not encode the address twice', async () => {
    const url = 'http://example.com/a%20b?q=%C3%A4&r=1+2'
    const { archive, snapshot } = await read(capture('20210317120000', { url }))
    expect(archive.asked[0]?.path).toBe(`/web/20210317120000id_/${url}`)
    expect(snapshot.content).toContain('As it was')
  })

  test('of an address without captures is not found, and costs nothing', async () => {
    const { weir } = await start([])
    const { status, body } = await weir.ask('snapshot', { timestamp: '20210317120000' })
    expect([status, body.success, body.details]).toEqual([
      404,
      false,
      { code: 'not_found', provider: 'primary_archive' },
    ])
    expect((await weir.get('/v1/users/profile')).body.data.credits.used).toBe(0)
  })
})

test('a site that the archive excludes is not found by any operation', async () => {
  const { weir, archive } = await start([], {})
  const url = 'http://blocked.example/'
  const dateRange = { from: '20210101', to: '20211231' }
  for (const [what, body] of [
    ['search', { url }],
    ['snapshot', { url, timestamp: '20210317120000' }],
    ['availability', { url }],
    ['timeline', { url, dateRange }],
  ] as const) {
    const { status, body: answer } = await weir.ask(what, body)
    expect([what, status, answer.details]).toEqual([
      what,
      404,
      { code: 'not_found', provider: 'primary_archive', reason: 'blocked' },
    ])
  }
  expect(archive.asked.length).toBeLessThanOrEqual(5)
})
