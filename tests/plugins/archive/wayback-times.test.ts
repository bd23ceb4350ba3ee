import { afterEach, describe, expect, test } from 'bun:test'
import { capture } from './archives/held.ts'
import { status } from './archives/server.ts'
import { startWayback } from './archives/wayback.ts'
import { openArchive } from './open.ts'
import { closeAll, monthly, open, start } from './start-wayback.ts'

afterEach(closeAll)

describe('availability', () => {
  test('asks the availability API first, and the index if that finds nothing', async () => {
    const held = monthly.map((at) => capture(at))
    const known = await start(held)
    expect((await known.weir.ask('availability', { timestamp: '20210301' })).body.data).toMatchObject({
      timestamp: '20210301',
      availability: { hasSnapshots: true, closestDate: '20210310093000' },
      creditsUsed: 0,
    })
    expect(known.archive.asked).toHaveLength(1)
    const { weir, archive } = await start(held, { forgets: true })
    const closest = async (body: object) => (await weir.ask('availability', body)).body.data.availability.closestDate
    expect(await closest({ timestamp: '20210301' })).toBe('20210310093000')
    expect(await closest({})).toBe('20230615101112')
    expect(archive.asked.at(-1)?.query.get('fastLatest')).toBe('true')
  })

  test.each([
    ['fails', status(500)],
    ['answers in words', () => new Response('<html>Sorry')],
    ['is asked too often', status(429)],
  ])('is correct if the availability API %s', async (_, fault) => {
    const { weir, archive } = await start([capture('20210317120000')])
    archive.faults.push(fault, ({ path }) => (path.startsWith('/wayback/') ? fault() : undefined))
    const { body } = await weir.ask('availability', {})
    expect(body.data.availability).toEqual({ hasSnapshots: true, closestDate: '20210317120000' })
  })

  test('uses the address that the operator sets', async () => {
    const [archive, elsewhere] = [startWayback([]), startWayback([capture('20210317120000')])]
    const weir = await openArchive({
      settings: {
        WEIR_WAYBACK_URL: archive.url,
        WEIR_WAYBACK_AVAILABILITY_URL: `${elsewhere.url}/wayback/available`,
      },
    })
    open.push(weir, { close: archive.stop }, { close: elsewhere.stop })
    const { body } = await weir.ask('availability', {})
    expect(body.data.availability).toEqual({ hasSnapshots: true, closestDate: '20210317120000' })
    expect([archive.asked.length, elsewhere.asked.length]).toEqual([0, 1])
  })

  test('finds nothing if the index finds nothing either', async () => {
    const { weir, archive } = await start([])
    const { body } = await weir.ask('availability', {})
    expect(body.data.availability).toEqual({ hasSnapshots: false, closestDate: null })
    expect(archive.asked).toHaveLength(2)
  })
})

describe('timeline', () => {
  test('counts captures by period, including periods without any', async () => {
    const { weir } = await start(monthly.map((at) => capture(at)))
    const dateRange = { from: '20210301', to: '20210531' }
    const { body } = await weir.ask('timeline', { dateRange })
    expect(body.data).toEqual({
      url: 'http://example.com/page',
      dateRange,
      granularity: 'month',
      timeline: [
        { period: '2021-03', count: 3, snapshots: monthly.slice(2, 5) },
        { period: '2021-04', count: 0, snapshots: [] },
        { period: '2021-05', count: 0, snapshots: [] },
      ],
      totalSnapshots: 3,
      creditsUsed: 1,
    })
    const week = await weir.ask('timeline', { dateRange, granularity: 'week' })
    expect(week.body.data.timeline.slice(0, 3)).toEqual([
      { period: '2021-W09', count: 0, snapshots: [] },
      { period: '2021-W10', count: 2, snapshots: monthly.slice(2, 4) },
      { period: '2021-W11', count: 1, snapshots: ['20210317120000'] },
    ])
  })

  test('counts more captures than one response of the index has', async () => {
    const many = Array.from({ length: 200 }, (_, i) =>
      capture(`2021${String(1 + (i % 12)).padStart(2, '0')}15${String(100000 + i)}`),
    )
    const { weir } = await start(many, { scan: 30 })
    const { body } = await weir.ask('timeline', {
      dateRange: { from: '20210101', to: '20211231' },
      granularity: 'year',
    })
    expect([body.data.totalSnapshots, body.warnings]).toEqual([200, undefined])
  })
})
