import { expect, test } from 'bun:test'
import { memoizeFor } from '../../../core/concurrency/memoize-for.ts'

/** Counts how often its result was made. */
const counted = (milliseconds: number) => {
  let made = 0
  return memoizeFor(milliseconds, () => ++made)
}

test('a result is kept for its time, however slow the machine is', async () => {
  const count = counted(3_600_000)
  expect([count(), count()]).toEqual([1, 1])
  await Bun.sleep(5)
  expect(count()).toBe(1)
})

test('a result is made again after its time', async () => {
  const count = counted(1)
  expect(count()).toBe(1)
  await Bun.sleep(5)
  expect(count()).toBe(2)
})
