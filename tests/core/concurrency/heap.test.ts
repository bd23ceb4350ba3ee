import { expect, test } from 'bun:test'
import { Heap } from '../../../core/concurrency/heap.ts'

/** The items of a heap in the order in which it gives them. */
const emptied = (heap: Heap<number>) => {
  const out: number[] = []
  while (heap.size > 0) {
    expect(heap.peek()).toBe(heap.pop()!)
    out.push(0)
  }
  return out.length
}
const heapOf = (...items: number[]) => {
  const heap = new Heap<number>((a, b) => a - b)
  for (const item of items) heap.push(item)
  return heap
}
const inOrder = (heap: Heap<number>) => Array.from({ length: heap.size }, () => heap.pop()!)

test('the smallest comes out first, for all orders in which five can be added', () => {
  const orders = (items: number[]): number[][] =>
    items.length < 2 ? [items] : items.flatMap((one, i) => orders(items.toSpliced(i, 1)).map((rest) => [one, ...rest]))
  for (const order of orders([1, 2, 3, 4, 5])) expect(inOrder(heapOf(...order))).toEqual([1, 2, 3, 4, 5])
  for (const order of orders([1, 1, 2, 2])) expect(inOrder(heapOf(...order))).toEqual([1, 1, 2, 2])
})

test('many come out in order while others are added', () => {
  let seed = 1
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  const heap = heapOf()
  const kept: number[] = []
  for (let i = 0; i < 3000; i++) {
    const item = next() % 500
    heap.push(item)
    kept.push(item)
    if (i % 3 === 0) {
      kept.sort((a, b) => a - b)
      expect(heap.pop()).toBe(kept.shift())
    }
    expect(heap.size).toBe(kept.length)
  }
  expect(inOrder(heap)).toEqual(kept.sort((a, b) => a - b))
})

test('an empty heap gives nothing, and peek gives the next item', () => {
  const heap = heapOf()
  expect([heap.peek(), heap.pop(), heap.size]).toEqual([undefined, undefined, 0])
  expect(emptied(heapOf(3, 1, 2))).toBe(3)
  expect([heapOf(7).pop(), heapOf(7).size]).toEqual([7, 1])
})

test('items that do not meet a condition are dropped, and the rest stays in order', () => {
  const heap = heapOf(5, 3, 8, 1, 4, 7, 2, 6)
  heap.retain((item) => item % 2 === 0)
  expect([heap.size, inOrder(heap)]).toEqual([4, [2, 4, 6, 8]])
  heap.retain(() => true)
  expect(heap.size).toBe(0)
})

test('comparisons are few: a logarithmic number for each item', () => {
  let compared = 0
  const heap = new Heap<number>((a, b) => {
    compared++
    return a - b
  })
  const count = 1 << 14
  for (let i = count; i > 0; i--) heap.push(i)
  while (heap.size > 0) heap.pop()
  expect(compared).toBeLessThan(4 * count * 14)
})
