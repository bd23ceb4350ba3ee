import { expect, test } from 'bun:test'
import { stripped, trimmedLength, withoutWraps } from '../../../plugins/content/white-space.ts'
import { growth, LINEAR } from '../../growth.ts'

test('the trimmed length of a text is that of the trimmed text, for all characters', () => {
  for (let code = 0; code < 0x10000; code++) {
    const char = String.fromCharCode(code)
    for (const text of [char, `${char}a b${char}`, ` a${char} `])
      if (trimmedLength(text) !== text.trim().length)
        expect([code, trimmedLength(text)]).toEqual([code, text.trim().length])
  }
  expect(trimmedLength('')).toBe(0)
})

test('a text is trimmed of white space and of given characters at its ends only', () => {
  expect(stripped(' \u00a0- “a - b” ¶\n', '-“', '”¶')).toBe('a - b')
  expect(stripped('a¶', '¶', '')).toBe('a¶')
  expect(stripped(' -- ', '-', '-')).toBe('')
})

test('a text of Chinese or Japanese loses the line breaks that wrap it, and no other white space', () => {
  expect(withoutWraps('桜の\n  祭り \n 春\n\n秋')).toBe('桜の祭り春秋')
  expect(withoutWraps('桜の 祭り\nWeir\n祭り\t春 \n')).toBe('桜の 祭り\nWeir\n祭り\t春 \n')
  expect(withoutWraps('\n𠮷\n野家\n한국\n어')).toBe('\n𠮷野家\n한국\n어')
})

test.each(['\n', ' \n', '桜 ', '桜\n', '桜 \n '])(
  'text of %j again and again is joined in time by its length',
  (unit) => {
    expect(growth((times) => unit.repeat(times), withoutWraps, 20_000)).toBeLessThan(LINEAR)
  },
)
