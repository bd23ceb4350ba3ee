import { describe, expect, test } from 'bun:test'
import { bucketName, bucketsOf, defaultGranularity, floorTo, readPeriod } from '../../../core/credits/period.ts'
import { ALL_ACCOUNTS, createUsage } from '../../../core/credits/usage.ts'
import { createLog } from '../../../core/log.ts'
import type { Store } from '../../../core/store/index.ts'
import { storageError } from '../../../core/store/storage-error.ts'
import { addUser, openAccounts, setClock } from '../open-accounts.ts'

const now = Date.parse('2026-02-04T13:37:00Z')
const names = (granularity: 'hour' | 'day' | 'week' | 'month', period: string) =>
  bucketsOf(readPeriod(period, now), granularity).map((start) => bucketName(granularity, start))

describe('a period', () => {
  test('is the current day, week, month or year so far, or the last days or hours', () => {
    const from = (text: string) => new Date(readPeriod(text, now).from).toISOString()
    expect(['day', 'week', 'month', 'year', '7d', '24h'].map(from)).toEqual([
      '2026-02-04T00:00:00.000Z',
      '2026-02-02T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-28T13:37:00.000Z',
      '2026-02-03T13:37:00.000Z',
    ])
  })

  test('of any other form is 400', () => {
    for (const text of ['', 'fortnight', 'decade', '-1d', '1.5h', 'd', '0d', '7D', '7d ', '99999d', '1e3d', 'Day']) {
      expect(() => readPeriod(text, now)).toThrow(expect.objectContaining({ status: 400, code: 'invalid_request' }))
    }
  })

  test('is shown in buckets that each have a name, in order', () => {
    expect(names('hour', 'day')).toHaveLength(14)
    expect(names('hour', 'day').at(-1)).toBe('2026-02-04T13:00:00.000Z')
    expect(names('day', 'week')).toEqual(['2026-02-02', '2026-02-03', '2026-02-04'])
    expect(names('month', 'year')).toEqual(['2026-01', '2026-02'])
    expect(names('week', '28d')).toEqual(['2026-W02', '2026-W03', '2026-W04', '2026-W05', '2026-W06'])
    expect(names('day', '7d')).toHaveLength(8)
    expect(() => names('hour', '3000d')).toThrow(expect.objectContaining({ status: 400 }))
  })

  test('has the weeks of ISO 8601 at the turn of the year', () => {
    const week = (day: string) => bucketName('week', floorTo('week', Date.parse(day)))
    expect(['2024-12-30', '2025-12-28', '2025-12-29', '2026-12-31', '2027-01-03', '2027-01-04'].map(week)).toEqual([
      '2025-W01',
      '2025-W52',
      '2026-W01',
      '2026-W53',
      '2026-W53',
      '2027-W01',
    ])
  })

  test('has the granularity that suits it', () => {
    const granularity = (text: string) => defaultGranularity(readPeriod(text, now))
    expect(['day', '24h', 'week', 'month', '90d', '365d'].map(granularity)).toEqual([
      'hour',
      'hour',
      'day',
      'day',
      'day',
      'month',
    ])
  })

  test('of the calendar has the same granularity when it has just begun', () => {
    const newYear = Date.parse('2029-01-01T00:30:00Z') // a Monday
    const granularity = (text: string) => defaultGranularity(readPeriod(text, newYear))
    expect(['day', 'week', 'month', 'year'].map(granularity)).toEqual(['hour', 'day', 'day', 'month'])
  })
})

describe('usage', () => {
  test('can be read on a full disk too, as far as it was written', async () => {
    const clock = setClock(now)
    await using world = await openAccounts({ clock })
    let isFull = false
    const full = () => Promise.reject(storageError('storage_full'))
    const store: Store = { ...world.store, write: (...given) => (isFull ? full() : world.store.write(...given)) }
    const usage = createUsage({ store, clock, log: createLog('text', () => {}) })
    const total = () => usage.totals(ALL_ACCOUNTS, readPeriod('month', now))
    const ask = () => usage.request('usr_1', { endpoint: 'scrape', ms: 10, failed: false })
    ask()
    expect((await total()).requests).toBe(1)
    isFull = true
    ask()
    expect((await total()).requests).toBe(1)
    isFull = false
    expect((await total()).requests).toBe(2)
    await usage.close()
  })

  test('adds up requests and charges by hour and endpoint, and is complete when it is read', async () => {
    const clock = setClock(now)
    await using world = await openAccounts({ clock })
    const { id } = await addUser(world)
    const { usage } = world.accounts
    for (const failed of [false, false, true]) usage.request(id, { endpoint: 'scrape', ms: 10.4, failed })
    usage.request(id, { endpoint: 'map', ms: 100, failed: false })
    await world.credits.charge(id, 1_000, { endpoint: 'scrape', pages: 1 })
    await world.credits.charge(id, 1_000, { endpoint: 'scrape', pages: 1 })
    clock.pass(86_400_000)
    await world.credits.charge(id, 500, { endpoint: 'map', pages: 5 })

    const period = readPeriod('7d', clock.now())
    const totals = { requests: 4, failures: 1, milliseconds: 131, millicredits: 2_500, pages: 7 }
    expect(await usage.totals(id, period)).toEqual(totals)
    expect(await usage.byEndpoint(id, period)).toMatchObject([
      { endpoint: 'scrape', requests: 3, millicredits: 2_000, pages: 2 },
      { endpoint: 'map', requests: 1, millicredits: 500, pages: 5 },
    ])
    const series = await usage.series(id, period, 'day')
    expect(series.map(({ millicredits }) => millicredits)).toEqual([0, 0, 0, 0, 0, 0, 2_000, 500])
    expect(await usage.totals(id, readPeriod('day', clock.now()))).toMatchObject({ requests: 0, pages: 5 })
    expect(await usage.totals('usr_nobody', period)).toMatchObject({ requests: 0, pages: 0 })
  })

  test('that was counted shortly before a stop is there after a restart', async () => {
    const first = await openAccounts()
    const { id } = await addUser(first)
    first.accounts.usage.request(id, { endpoint: 'scrape', ms: 5, failed: false })
    await first.stop()
    await using world = await openAccounts({ dataDir: first.dataDir })
    expect(await world.accounts.usage.totals(id, readPeriod('day', Date.now()))).toMatchObject({ requests: 1 })
  })
})
