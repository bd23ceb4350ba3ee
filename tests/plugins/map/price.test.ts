import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { mostOf, Prices, priceOf } from '../../../plugins/map/price.ts'

const prices = { page: 0.1, browser: 0.05, deep: 0.02, proxy: 2 }

test('the price of a map is rounded up to a hundredth once, and not per page', () => {
  const cases: [pages: number, deep: number, browser: boolean, proxy: boolean, millicredits: number][] = [
    [0, 0, false, false, 0],
    [1, 0, false, false, 100],
    [3, 0, false, false, 300],
    [7, 0, true, false, 1050],
    [5, 2, false, false, 540],
    [5, 2, false, true, 10_540],
    [10_000, 10_000, true, false, 1_700_000],
  ]
  for (const [pages, deep, browser, proxy, millicredits] of cases)
    expect(priceOf({ pages, deep, browser, proxy }, prices)).toBe(millicredits)
  expect(priceOf({ pages: 1, deep: 0, browser: false, proxy: false }, { ...prices, page: 0.001 })).toBe(10)
  expect(priceOf({ pages: 3, deep: 0, browser: false, proxy: false }, { ...prices, page: 0.0101 })).toBe(40)
})

test('the hold is enough for any map within these bounds', () => {
  expect(mostOf({ maxPages: 10, maxDepth: 3 }, { browser: false, proxy: false }, prices)).toBe(1000)
  expect(mostOf({ maxPages: 10, maxDepth: 4 }, { browser: true, proxy: false }, prices)).toBe(1700)
})

test('the prices are those of the specification unless the operator sets others', () => {
  expect(Value.Default(Prices, {})).toEqual(prices)
})
