import { expect, test } from 'bun:test'
import { stripped, trimmedLength } from '../../../plugins/content/white-space.ts'

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
