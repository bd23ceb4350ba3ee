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
