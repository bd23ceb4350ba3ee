import { expect, test } from 'bun:test'
import { timeAfter } from '../../../plugins/monitors/schedule.ts'

const at = (text: string) => Date.parse(text)
const times = (schedule: string, timezone: string, from: string, count: number) => {
  const found: string[] = []
  for (let now = at(from); found.length < count; ) {
    now = timeAfter({ schedule, timezone }, now)
    found.push(new Date(now).toISOString().replace(':00.000Z', ''))
  }
  return found
}

test.each([
  ['', 'Five fields'],
  ['@daily', 'a name'],
  ['2026-12-01T00:00:00', 'an instant'],
  ['* * * * * *', 'seconds'],
  ['61 * * * *', 'a minute that there is not'],
  ['*/0 * * * *', 'a step of nothing'],
  ['0 0 30 2 *', 'a date that never comes'],
  ['0 0 31 4,6,9,11 *', 'dates that never come'],
  ['every day', 'words'],
])('%p is refused, with the schedule in the details: %s', (schedule) => {
  let refused: { status?: number; code?: string; details?: object } = {}
  try {
    timeAfter({ schedule, timezone: 'UTC' }, at('2026-11-22T19:00:00Z'))
  } catch (error) {
    refused = error as typeof refused
  }
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request', details: { schedule } })
})

test('a schedule for a leap day waits for the next one', () => {
  expect(times('0 0 29 2 *', 'UTC', '2026-11-22T19:00:00Z', 2)).toEqual(['2028-02-29T00:00', '2032-02-29T00:00'])
})

test('when summer time begins, a skipped time is due once, at the end of the hour', () => {
  expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z', 3)).toEqual([
    '2026-03-28T01:30',
    '2026-03-29T01:00',
    '2026-03-30T00:30',
  ])
})

test('when summer time ends, a repeated time is due once', () => {
  expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 3)).toEqual([
    '2026-10-25T00:30',
    '2026-10-26T01:30',
    '2026-10-27T01:30',
  ])
  expect(times('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
    '2026-11-01T05:30',
    '2026-11-02T06:30',
  ])
})

test('a schedule for every half hour runs through both changes', () => {
  for (const from of ['2026-03-29T00:00:00Z', '2026-10-25T00:00:00Z']) {
    const found = times('*/30 * * * *', 'Europe/Berlin', from, 8).map((time) => at(`${time}Z`))
    expect(found.slice(1).map((time, i) => (time - found[i]!) / 60_000)).toEqual(Array(7).fill(30))
  }
})
