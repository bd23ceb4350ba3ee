import { expect, test } from 'bun:test'
import {
  differingTokens,
  pairUp,
  skeletonOf,
  withoutTokens,
  withTokensOf,
} from '../../../../plugins/monitors/compare/tokens.ts'

const line = 'Order a8f-3 of 12 lamps for 9.50'

test('a line without its tokens with digits is its skeleton', () => {
  expect(skeletonOf(line)).toBe('Order \0 of \0 lamps for \0.\0')
  expect([skeletonOf('no numbers'), skeletonOf('x_1 y'), skeletonOf('')]).toEqual(['no numbers', '\0 y', ''])
})

test('a token ends where a script without spaces begins', () => {
  expect(skeletonOf('本日の閲覧数は123回、A4で5-7枚')).toBe('本日の閲覧数は\0回、\0で\0枚')
  expect(skeletonOf('в кубе 5а')).toBe('в кубе \0')
})

test('differing tokens are given by their positions', () => {
  expect(differingTokens(line, 'Order b1 of 12 lamps for 9.75')).toEqual([0, 3])
  expect([differingTokens(line, line), differingTokens('a', 'b')]).toEqual([[], []])
})

test('tokens are removed, or taken from another line, by their positions', () => {
  expect(withoutTokens(line, new Set([1, 3]))).toBe('Order a8f-3 of \0 lamps for 9.\0')
  expect(withTokensOf(line, '1 2 3', new Set([0, 2, 3]))).toBe('Order 1 of 12 lamps for 3.50')
})

test('lines with the same skeleton are paired in their order; the rest of both is returned', () => {
  expect(pairUp(['a 1', 'b', 'a 2', 'c 3'], ['a 5', 'd', 'a 6', 'a 7'])).toEqual({
    pairs: [
      ['a 1', 'a 5'],
      ['a 2', 'a 6'],
    ],
    gone: ['b', 'c 3'],
    come: ['a 7', 'd'],
  })
})
