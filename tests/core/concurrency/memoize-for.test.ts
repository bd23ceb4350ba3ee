import { expect, test } from 'bun:test'
import { memoizeFor } from '../../../core/concurrency/memoize-for.ts'

test('a result stands for its time, and is then made again', async () => {
  let made = 0
  const count = memoizeFor(20, () => ++made)
  expect([count(), count()]).toEqual([1, 1])
  await Bun.sleep(30)
  expect([count(), count()]).toEqual([2, 2])
})
