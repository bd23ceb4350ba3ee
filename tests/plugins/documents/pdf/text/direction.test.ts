import { expect, test } from 'bun:test'
import { mirrored, plainLetters } from '../../../../../plugins/documents/pdf/text/direction.ts'

test.each([
  ['in right-to-left text', ')قومقوم(', '(قومقوم)'],
  ['alone', ')', '('],
  ['around foreign words, closing before them and opening after them,', ')Camellia sinensis(', '(Camellia sinensis)'],
  ['of foreign words themselves', 'f(x) and g(y)', 'f(x) and g(y)'],
  ['that are only closed in foreign words', 'a) kettle', 'a) kettle'],
])('brackets %s are corrected', (_, drawn, meant) => {
  expect(mirrored(drawn)).toBe(meant)
})

test('the letters of a ligature of lam and alef are in order', () => {
  expect(plainLetters('الشاي األخضر واإلنجليزية واآلن')).toBe('الشاي الأخضر والإنجليزية والآن')
  expect(plainLetters('الشاي الأخضر لأن الأول')).toBe('الشاي الأخضر لأن الأول')
})
