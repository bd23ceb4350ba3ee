import { expect, test } from 'bun:test'
import {
  countOf,
  type Granularity,
  granularities,
  periodOf,
  periodsBetween,
} from '../../../../plugins/archive/time/periods.ts'
import { Random } from '../../../bench/fuzz/random.ts'
import { costRatio, LINEAR } from '../../../growth.ts'

test.each([
  ['20250115000000', '2025-01-15', '2025-W03', '2025-01', '2025'],
  ['20250101000000', '2025-01-01', '2025-W01', '2025-01', '2025'],
  ['20241230235959', '2024-12-30', '2025-W01', '2024-12', '2024'],
  ['20241229235959', '2024-12-29', '2024-W52', '2024-12', '2024'],
  ['20210103120000', '2021-01-03', '2020-W53', '2021-01', '2021'],
  ['20210104000000', '2021-01-04', '2021-W01', '2021-01', '2021'],
  ['19700101000000', '1970-01-01', '1970-W01', '1970-01', '1970'],
  ['20000229120000', '2000-02-29', '2000-W09', '2000-02', '2000'],
])('%s is in %s, %s, %s and %s', (timestamp, day, week, month, year) => {
  expect(granularities.map((granularity) => periodOf(timestamp, granularity))).toEqual([day, week, month, year])
})

test('a range has all its periods once and in order', () => {
  expect(periodsBetween('20241228', '20250102', 'day')).toEqual([
    '2024-12-28',
    '2024-12-29',
    '2024-12-30',
    '2024-12-31',
    '2025-01-01',
    '2025-01-02',
  ])
  expect(periodsBetween('20241228', '20250107', 'week')).toEqual(['2024-W52', '2025-W01', '2025-W02'])
  expect(periodsBetween('20241231', '20250201', 'month')).toEqual(['2024-12', '2025-01', '2025-02'])
  expect(periodsBetween('20241231', '20250101', 'year')).toEqual(['2024', '2025'])
  expect(periodsBetween('20250101', '20250101', 'week')).toEqual(['2025-W01'])
})

test.each(granularities)('the number of periods of a %s in a range is at most the estimate', (granularity) => {
  for (const [from, to] of [
    ['20240101', '20241231'],
    ['20210228', '20210301'],
    ['20200229', '20200229'],
    ['19991231', '20300101'],
  ] as const)
    expect(periodsBetween(from, to, granularity).length).toBeLessThanOrEqual(countOf(from, to, granularity))
})

/** All days between two days. */
const daysBetween = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => new Date((from + i) * 86_400_000).toISOString().slice(0, 10))
const digits = (day: string) => day.replaceAll('-', '')

test.each(granularities)('each %s of a day in a range is among its periods', (granularity) => {
  const random = new Random(11)
  for (let i = 0; i < 100; i++) {
    const from = random.below(20_000)
    const days = daysBetween(from, from + random.below(900)).map(digits)
    const names = new Set(days.map((day) => periodOf(`${day}000000`, granularity)))
    expect(periodsBetween(days[0]!, days.at(-1)!, granularity)).toEqual([...names])
  }
})

test('a range takes time for its periods, not for its days', () => {
  const range = (granularity: Granularity, to: string) => () => periodsBetween('00010101', to, granularity)
  expect(costRatio(range('year', '99991231'), range('day', '00280518'), LINEAR)).toBeLessThan(LINEAR)
})
