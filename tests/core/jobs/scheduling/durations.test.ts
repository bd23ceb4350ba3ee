import { describe, expect, test } from 'bun:test'
import { createDurations, durationInWords, timeFor } from '../../../../core/jobs/scheduling/durations.ts'

test('the duration of an item is learned from the newest, a tenth from each', () => {
  const durations = createDurations()
  expect(durations.of('a')).toBe(2000)
  durations.record('a', 1000)
  expect([durations.of('a'), durations.of('b')]).toEqual([1000, 2000])
  durations.record('a', 2000)
  expect(durations.of('a')).toBe(1100)
  durations.record('a', 100)
  expect(durations.of('a')).toBe(1000)
})

describe('many items take', () => {
  const take = (items: number, parallel: number, spacing = 0) => timeFor(items, { item: 100, parallel, spacing })
  test('as long as those that run one after another', () => {
    expect([take(0, 5), take(1, 5), take(5, 5), take(6, 5), take(10, 1)]).toEqual([0, 100, 100, 200, 1000])
    expect([take(3, 0), take(2, 0.5)]).toEqual([300, 200])
  })

  test('as long as their spacing adds up to, if that is longer', () => {
    expect([take(0, 5, 50), take(1, 5, 50), take(5, 5, 50), take(5, 5, 20)]).toEqual([0, 100, 300, 180])
  })
})

test.each([
  [0, '1 second'],
  [1499, '1 second'],
  [1500, '2 seconds'],
  [89_499, '89 seconds'],
  [89_500, '2 minutes'],
  [149_000, '2 minutes'],
  [5_399_000, '90 minutes'],
  [5_400_000, '2 hours'],
  [36_000_000, '10 hours'],
])('%i ms are %s', (ms, words) => expect(durationInWords(ms)).toBe(words))
