import { expect, test } from 'bun:test'
import { mostOf, priceOf } from '../../../plugins/map/price.ts'

const prices = { page: 0.1, browser: 0.05, deep: 0.02 }

test('a map is rounded up to a hundredth once, and not per page', () => {
  const cases: [pages: number, deep: number, browser: boolean, millicredits: number][] = [
    [0, 0, false, 0],
    [1, 0, false, 100],
    [3, 0, false, 300],
    [7, 0, true, 1050],
    [5, 2, false, 540],
    [10_000, 10_000, true, 1_700_000],
  ]
  for (const [pages, deep, browser, millicredits] of cases)
    expect(priceOf({ pages, deep, browser }, prices)).toBe(millicredits)
  expect(priceOf({ pages: 1, deep: 0, browser: false }, { ...prices, page: 0.001 })).toBe(10)
  expect(priceOf({ pages: 3, deep: 0, browser: false }, { ...prices, page: 0.0101 })).toBe(40)
})

test('what is held is enough for any map of these bounds', () => {
  expect(mostOf({ maxPages: 10, maxDepth: 3 }, false, prices)).toBe(1000)
  expect(mostOf({ maxPages: 10, maxDepth: 4 }, true, prices)).toBe(1700)
})
