import { expect, test } from 'bun:test'
import { ItemSource } from '../../../../core/jobs/lifecycle/item-source.ts'

/** Items with these keys, and how many have been read. */
function items(count: number) {
  const seen = { read: 0, closed: false }
  function* all() {
    try {
      for (let i = 1; i <= count; i++) {
        seen.read++
        yield { key: `${i}`, value: i }
      }
    } finally {
      seen.closed = true
    }
  }
  return { seen, source: new ItemSource(all()) }
}
const keys = (batch: readonly { key: string }[]) => batch.map(({ key }) => key)

test('reads no more items than wanted, plus the one that tells whether more follow', async () => {
  const { seen, source } = items(10)
  expect([keys(await source.peek(3)), seen.read]).toEqual([['1', '2', '3'], 4])
  expect([keys(await source.peek(3)), seen.read]).toEqual([['1', '2', '3'], 4])
  source.take(2)
  expect([keys(await source.peek(3)), seen.read]).toEqual([['3', '4', '5'], 6])
})

test('gives the items of a transaction again if it is retried, and no more once it is committed', async () => {
  const { source } = items(4)
  await source.peek(2)
  source.take(2)
  source.rewind()
  expect(keys(await source.peek(2))).toEqual(['1', '2'])
  source.take(2)
  source.commit()
  source.rewind()
  expect(keys(await source.peek(2))).toEqual(['3', '4'])
})

test('is empty once all items are taken and none follows, and is known to fit when the rest was read', async () => {
  const { source } = items(3)
  expect([source.isEmpty, source.fitsIn(3)]).toEqual([false, false])
  await source.peek(2)
  expect([source.fitsIn(2), source.fitsIn(3)]).toEqual([false, false])
  source.take(2)
  await source.peek(1)
  expect([source.isEmpty, source.fitsIn(1), source.fitsIn(0)]).toEqual([false, true, false])
  source.take(1)
  expect([source.isEmpty, source.fitsIn(0)]).toEqual([true, true])
})

test('reads items that arrive over time as well', async () => {
  async function* arriving() {
    yield { key: 'a', value: 1 }
    yield { key: 'b', value: 2 }
  }
  const source = new ItemSource(arriving())
  expect(keys(await source.peek(5))).toEqual(['a', 'b'])
  expect(source.fitsIn(2)).toBe(true)
})

test('closes the list if it stops before the last item, and need not if it read all of them', async () => {
  const { seen, source } = items(10)
  await source.peek(1)
  await source.close()
  expect(seen).toEqual({ read: 2, closed: true })
  const returned: string[] = []
  const list = { next: () => ({ done: true as const, value: undefined }), return: () => returned.push('closed') }
  const all = new ItemSource({ [Symbol.iterator]: () => list as never })
  await all.peek(1)
  await all.close()
  expect(returned).toEqual([])
})
