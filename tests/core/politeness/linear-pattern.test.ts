import { expect, test } from 'bun:test'
import { LinearPattern } from '../../../core/politeness/linear-pattern.ts'

const repeats = (times: number, part: string) => part.repeat(times)

test('a pattern with too much repetition is refused before it is compiled', () => {
  const large = [
    repeats(70, '\\p{L}{1,1000}'),
    repeats(80, '(?:a?){1000}'),
    `(?:${repeats(100, 'ab')}){1000}`,
    '((?:a{10}){20}){40}',
    repeats(10, '[a-z\\]]{1000}'),
  ]
  for (const source of large) expect(() => new LinearPattern(source)).toThrow('repeats too much')
})

test('character classes count by the time that they take to compile', () => {
  const size = (source: string) => new LinearPattern(source).size
  const wide = ['B-\u{1e942}', '\\x{42}-\\x{1e942}', '\\u0042-\\u{1e942}', '\\d--\u{1e942}']
  for (const range of wide) {
    expect(size(`(?i)[${range}]`)).toBeWithin(100, 120)
    expect(size(`[${range}]`)).toBeLessThan(10)
    expect(() => size(`(?i:${`[${range}]`.repeat(60)})`)).toThrow('character classes are too large')
  }
  expect([size('(?i)[а-яё]+'), size('(?i)^[一-龥]'), size('^\\p{L}+$')].map((each) => each < 30)).toEqual([
    true,
    true,
    true,
  ])
  expect(size(`[${'\\p{L}\\P{L}'.repeat(50)}]`)).toBeGreaterThan(500)
})

test('a pattern that only looks like one is compiled', () => {
  const small = [
    repeats(20, '\\x{1000}'),
    repeats(20, '\\p{L}'),
    repeats(20, '[{]1000}'),
    repeats(20, '\\{1000\\}'),
    repeats(4, '(?:ab){1,250}'),
    repeats(100, 'a*(b+|c?)'),
  ]
  for (const source of small) expect(new LinearPattern(source).size).toBeLessThan(5000)
})
