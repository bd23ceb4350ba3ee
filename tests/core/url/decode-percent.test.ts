import { expect, test } from 'bun:test'
import { decodePercent } from 'weirjs'

test('percent-encoding is decoded if all of it is valid, and otherwise kept', () => {
  expect(['a%20b', 'caf%C3%A9', 'a b', '100%', '%C3'].map(decodePercent)).toEqual(['a b', 'café', 'a b', '100%', '%C3'])
})
