import { expect, test } from 'bun:test'
import { KeyedCounts } from '../../../core/concurrency/keyed-counts.ts'

test('each key has a count of its own, which begins and ends at 0', () => {
  const counts = new KeyedCounts()
  counts.add('one', 2)
  counts.add('other', 5)
  counts.add('one', 3)
  expect([counts.of('one'), counts.of('other'), counts.of('third')]).toEqual([5, 5, 0])
  counts.add('one', -5)
  expect([counts.of('one'), counts.of('other')]).toEqual([0, 5])
})
