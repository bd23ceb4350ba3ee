import { expect, test } from 'bun:test'
import { decodePercent } from 'weirjs'

test('percents are decoded where all of them are, and else stay', () => {
  expect(['a%20b', 'caf%C3%A9', 'a b', '100%', '%C3'].map(decodePercent)).toEqual(['a b', 'café', 'a b', '100%', '%C3'])
})
