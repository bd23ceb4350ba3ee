import { expect, test } from 'bun:test'
import { createKnownKeys } from '../../../../core/jobs/store/known-keys.ts'

const keysOf = (job: number, count: number, from = 0) => Array.from({ length: count }, (_, i) => `${job} ${from + i}`)

test('the keys of a job are known, also those added earlier, and the keys of other jobs are not', () => {
  const seen = createKnownKeys()
  seen.add(1, ['a', 'b'])
  seen.add(1, ['c'])
  seen.add(2, ['d'])
  expect(['a', 'b', 'c', 'd'].map((key) => seen.has(1, key))).toEqual([true, true, true, false])
  expect(['a', 'd'].map((key) => seen.has(2, key))).toEqual([false, true])
  seen.forget(1)
  expect([seen.has(1, 'a'), seen.has(2, 'd')]).toEqual([false, true])
})

test('at most 20,000 keys of one job are remembered', () => {
  const seen = createKnownKeys()
  seen.add(1, keysOf(1, 20_000))
  seen.add(1, ['one more'])
  seen.add(2, keysOf(2, 20_001))
  expect([seen.has(1, '1 19999'), seen.has(1, 'one more'), seen.has(2, '2 0')]).toEqual([true, false, false])
})

test('100,000 keys of all jobs are remembered, then the oldest job is forgotten and its room is free again', () => {
  const seen = createKnownKeys()
  for (let job = 1; job <= 5; job++) seen.add(job, keysOf(job, 20_000))
  // A key that is known already takes no room.
  seen.add(5, keysOf(5, 0))
  expect([1, 2, 5].map((job) => seen.has(job, `${job} 0`))).toEqual([true, true, true])
  seen.add(6, ['6 0'])
  expect([1, 2, 5, 6].map((job) => seen.has(job, `${job} 0`))).toEqual([false, true, true, true])
  seen.add(6, keysOf(6, 19_999, 1))
  expect([2, 3, 5, 6].map((job) => seen.has(job, `${job} 0`))).toEqual([true, true, true, true])
  seen.forget(3)
  seen.add(7, keysOf(7, 20_000))
  expect([2, 3, 7].map((job) => seen.has(job, `${job} 0`))).toEqual([true, false, true])
})
