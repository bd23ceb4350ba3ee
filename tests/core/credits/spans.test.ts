import { describe, expect, test } from 'bun:test'
import { availableIn, toBalance } from '../../../core/credits/balance.ts'
import { checkAmount, toCredits, toMillicredits } from '../../../core/credits/credits.ts'
import { monthAround, monthStartOf } from '../../../core/credits/month.ts'
import {
  bucketName,
  bucketsOf,
  coverPeriod,
  defaultGranularity,
  floorTo,
  type Granularity,
  readPeriod,
  startsIn,
} from '../../../core/credits/period.ts'
import { addUpShares, isNothing, shareOut } from '../../../core/credits/shares.ts'

const at = (iso: string) => Date.parse(iso)
const shown = (time: number) => new Date(time).toISOString()
const DAY = 86_400_000

describe('a period', () => {
  const now = at('2026-07-15T10:20:30.400Z')
  const from = (text: string) => shown(readPeriod(text, now).from)

  test('is the current one so far, or the last days or hours', () => {
    expect(readPeriod('day', now)).toEqual({ name: 'day', from: at('2026-07-15T00:00:00Z'), to: now })
    expect(['week', 'month', 'year', '1h', '24h', '7d'].map(from)).toEqual([
      '2026-07-13T00:00:00.000Z',
      '2026-07-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-07-15T09:20:30.400Z',
      '2026-07-14T10:20:30.400Z',
      '2026-07-08T10:20:30.400Z',
    ])
  })

  test('reaches back at most 3660 days', () => {
    for (const text of ['3660d', '87840h']) expect(readPeriod(text, now).from).toBe(now - 3660 * DAY)
    const refused = {
      code: 'invalid_request',
      message:
        'period must be day, week, month, year, or a number of days or hours such as 7d or 24h, of at most 3660 days',
      details: { parameter: 'period' },
    }
    for (const text of ['3661d', '87841h', '0d', '0h', '', 'hour', '7', '7w', '-1d', '100000h', '1.5d'])
      expect(() => readPeriod(text, now)).toThrow(expect.objectContaining(refused))
  })

  test('is shown by hour up to two days, by day up to three months, and by month beyond', () => {
    const of = (days: number) => defaultGranularity({ name: '', from: now - days * DAY, to: now })
    expect([of(1), of(2), of(2.01), of(92), of(92.01)]).toEqual(['hour', 'hour', 'day', 'day', 'month'])
  })
})

test('hours, days, weeks and months begin at their starts in UTC', () => {
  const time = at('2026-03-01T00:30:00.001Z')
  const starts = (['hour', 'day', 'week', 'month'] as const).map((granularity) => shown(floorTo(granularity, time)))
  expect(starts).toEqual([
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
    '2026-02-23T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ])
  // A Monday is the start of its own week.
  expect(shown(floorTo('week', at('2026-03-02T00:00:00Z')))).toBe('2026-03-02T00:00:00.000Z')
})

describe('buckets', () => {
  const names = (granularity: Granularity, from: string, to: string) =>
    bucketsOf({ name: '', from: at(from), to: at(to) }, granularity).map((start) => bucketName(granularity, start))

  test('are all those that the period touches, including the one that begins at its end', () => {
    expect(names('hour', '2026-01-31T22:30:00Z', '2026-02-01T00:00:00Z')).toEqual([
      '2026-01-31T22:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ])
    expect(names('day', '2026-02-27T12:00:00Z', '2026-03-01T11:00:00Z')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
    expect(names('month', '2025-11-30T12:00:00Z', '2026-01-01T00:00:00Z')).toEqual(['2025-11', '2025-12', '2026-01'])
  })

  test('of weeks are named by ISO 8601, with the year of their Thursday', () => {
    expect(names('week', '2025-12-22T00:00:00Z', '2026-01-05T00:00:00Z')).toEqual(['2025-W52', '2026-W01', '2026-W02'])
    expect(names('week', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z')).toEqual(['2026-W53', '2027-W01'])
  })

  test('of hours are 10,000 at most', () => {
    const of = (hours: number) => () => bucketsOf({ name: '', from: 0, to: hours * 3_600_000 }, 'hour')
    expect(of(10_000)()).toHaveLength(10_001)
    expect(of(10_001)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: 'This period is too long to be shown by hour',
        details: { parameter: 'granularity' },
      }),
    )
  })
})

describe('a period is covered', () => {
  const cover = (from: string, to: string, granularity?: Granularity) =>
    coverPeriod({ name: '', from: at(from), to: at(to) - 1 }, granularity).map(
      ({ span, from, to }) => `${span} ${shown(from).slice(0, 13)} ${shown(to).slice(0, 13)}`,
    )

  test('by hours up to a day, by days up to a month, and by months', () => {
    expect(cover('2026-01-30T22:30:00Z', '2026-03-15T10:00:00Z')).toEqual([
      'hour 2026-01-30T22 2026-01-31T00',
      'day 2026-01-31T00 2026-02-01T00',
      'month 2026-02-01T00 2026-03-15T10',
    ])
    expect(cover('2026-02-01T00:00:00Z', '2026-03-15T10:00:00Z')).toEqual(['month 2026-02-01T00 2026-03-15T10'])
  })

  test('by spans no longer than the granularity', () => {
    expect(cover('2026-01-30T22:30:00Z', '2026-03-15T10:00:00Z', 'day')).toEqual([
      'hour 2026-01-30T22 2026-01-31T00',
      'day 2026-01-31T00 2026-03-15T10',
    ])
    expect(cover('2026-01-30T22:30:00Z', '2026-03-15T10:00:00Z', 'hour')).toEqual(['hour 2026-01-30T22 2026-03-15T10'])
  })

  test('by fewer spans if it ends before', () =>
    expect(cover('2026-01-30T22:30:00Z', '2026-01-30T23:00:00Z')).toEqual(['hour 2026-01-30T22 2026-01-30T23']))

  test('and a stretch has a start for each hour, day or month in it', () => {
    const starts = (span: 'hour' | 'day' | 'month', from: string, to: string) =>
      startsIn({ span, from: at(from), to: at(to) }).map((start) => shown(start).slice(0, 13))
    expect(starts('hour', '2026-01-31T23:00:00Z', '2026-02-01T01:00:00Z')).toEqual(['2026-01-31T23', '2026-02-01T00'])
    expect(starts('day', '2026-02-27T00:00:00Z', '2026-03-01T00:00:00Z')).toEqual(['2026-02-27T00', '2026-02-28T00'])
    expect(starts('month', '2025-12-01T00:00:00Z', '2026-01-15T00:00:00Z')).toEqual(['2025-12-01T00', '2026-01-01T00'])
  })
})

describe('the month of an account', () => {
  const month = (time: string, begin: string) => {
    const { start, end } = monthAround(at(time), monthStartOf(at(begin)))
    return [shown(start), shown(end)]
  }
  test('begins on its day and at its time', () => {
    const begin = '2025-05-10T08:30:00Z'
    expect(month('2026-01-10T08:30:00Z', begin)).toEqual(['2026-01-10T08:30:00.000Z', '2026-02-10T08:30:00.000Z'])
    expect(month('2026-01-10T08:29:59.999Z', begin)).toEqual(['2025-12-10T08:30:00.000Z', '2026-01-10T08:30:00.000Z'])
  })
  test('begins on the last day if the month has no such day', () => {
    const begin = '2025-08-31T00:00:00Z'
    expect(month('2026-02-15T00:00:00Z', begin)).toEqual(['2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z'])
    expect(month('2026-02-28T00:00:00Z', begin)).toEqual(['2026-02-28T00:00:00.000Z', '2026-03-31T00:00:00.000Z'])
  })
})

describe('charges', () => {
  const charge = (millicredits: number, pages?: number) => ({
    key: `${millicredits}`,
    millicredits,
    use: { endpoint: 'scrape', pages },
  })
  test('take from the hold first, then from the balance, in their order', () => {
    const shares = shareOut([charge(300), charge(500), charge(400)], { held: 600, available: 400 })
    expect(shares.map(({ key, fromHold, taken }) => [key, fromHold, taken])).toEqual([
      ['300', 300, 300],
      ['500', 300, 500],
      ['400', 0, 200],
    ])
    expect(addUpShares(shares)).toEqual({ fromHold: 600, taken: 1000 })
    expect(addUpShares([])).toEqual({ fromHold: 0, taken: 0 })
  })
  test('of nothing are left out, unless pages are counted', () =>
    expect([charge(0), charge(0, 0), charge(0, 1), charge(1)].map(isNothing)).toEqual([true, true, false, false]))
})

test('a balance is what is left, less what is held, at least 0, and without expired holds', () => {
  const row = { monthly: 1000, used: 300, held: 500, period_start: 1, period_end: 2 }
  const balance = (more: Partial<typeof row>, expired?: { held: number | null }) =>
    toBalance({ ...row, ...more } as Parameters<typeof toBalance>[0], expired)
  expect(balance({})).toEqual({
    monthly: 1000,
    used: 300,
    held: 500,
    remaining: 700,
    available: 200,
    since: 1,
    refillsAt: 2,
  })
  expect(balance({}, { held: 200 })).toMatchObject({ held: 300, available: 400 })
  expect(balance({}, { held: null })).toMatchObject({ held: 500, available: 200 })
  expect(balance({ used: 1200 })).toMatchObject({ remaining: 0, available: 0 })
  expect(availableIn({ monthly: 10, used: 10, held: 1 } as Parameters<typeof availableIn>[0])).toBe(0)
})

test('an amount is a whole number of thousandths of a credit', () => {
  for (const amount of [0, 1, Number.MAX_SAFE_INTEGER]) checkAmount(amount)
  for (const amount of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => checkAmount(amount)).toThrow(
      new TypeError(`An amount must be whole thousandths of a credit, not ${amount}`),
    )
  expect([toCredits(1500), toMillicredits(1.5), toMillicredits(0.0004), toMillicredits(0.0006)]).toEqual([
    1.5, 1500, 0, 1,
  ])
})
