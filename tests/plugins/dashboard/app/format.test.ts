import { expect, test } from 'bun:test'
import {
  formatAgo,
  formatBytes,
  formatCredits,
  formatDay,
  formatDone,
  formatDuration,
  formatTime,
} from '../../../../plugins/dashboard/app/ui/format.ts'

const now = Date.UTC(2026, 5, 15, 12)
/** As it is written in the language of this machine. */
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

test.each([
  [-0, 0, 'second'],
  [-499, 0, 'second'],
  [-59 * second, -59, 'second'],
  [-minute, -1, 'minute'],
  [-59.6 * second, -1, 'minute'],
  [59.7 * minute, 1, 'hour'],
  [-90 * minute, -1, 'hour'],
  [-89 * second, -1, 'minute'],
  [3 * hour, 3, 'hour'],
  [-23 * hour, -23, 'hour'],
  [23.6 * hour, 1, 'day'],
  [-day, -1, 'day'],
  [-30 * day, -30, 'day'],
] as const)('%i ms ago is %i %s', (ms, count, unit) => {
  expect(formatAgo(new Date(now + ms).toISOString(), now)).toBe(ago.format(count, unit))
})

test('a time more than a month ago is shown as a date', () => {
  for (const ms of [-30 * day - 1, 31 * day]) {
    const iso = new Date(now + ms).toISOString()
    expect(formatAgo(iso, now)).toBe(formatDay(iso))
  }
})

test('durations are in one unit, in minutes and seconds, or in hours and minutes', () => {
  expect([0, 999.4, 999.6, 1000, 59_940, 59_960, 60_000, 119_700, 250_400].map(formatDuration)).toEqual([
    ...['0 ms', '999 ms', '1.0 s', '1.0 s', '59.9 s', '1 min 0 s', '1 min 0 s', '2 min 0 s', '4 min 10 s'],
  ])
  expect([3_599_600, 7_500_000, 200 * hour].map(formatDuration)).toEqual(['1 h 0 min', '2 h 5 min', '200 h 0 min'])
})

test('bytes have decimal units', () => {
  const sizes = [0, 999, 1000, 999_949, 999_950, 1_000_000, 999_900_000, 999_950_000, 1_000_000_000]
  expect(sizes.map(formatBytes)).toEqual([
    ...['0 B', '999 B', '1.0 KB', '999.9 KB', '1.0 MB', '1.0 MB', '999.9 MB', '1.0 GB', '1.0 GB'],
  ])
})

test('one credit is singular', () => {
  expect([formatCredits(1), formatCredits(0), formatCredits(2)]).toEqual(['1 credit', '0 credits', '2 credits'])
})

test('what is done of a job names its failures apart', () => {
  expect(formatDone({ completed: 3, failed: 0, total: 3 })).toBe('3 of 3')
  expect(formatDone({ completed: 3, failed: 1, total: 4 })).toBe('3 of 4, 1 failed')
})

test('an exact time names its time zone', () => {
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')
  expect(formatTime(new Date(now).toISOString())).toContain(zone!.value)
})
