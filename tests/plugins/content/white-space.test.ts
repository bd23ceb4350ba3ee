import { expect, test } from 'bun:test'
import { stripped, trimmedLength } from '../../../plugins/content/white-space.ts'

test('the length of a text without white space at its ends is that of the trimmed text, whatever the characters are', () => {
  for (let code = 0; code < 0x10000; code++) {
    const char = String.fromCharCode(code)
    for (const text of [char, `${char}a b${char}`, ` a${char} `])
      if (trimmedLength(text) !== text.trim().length)
        expect([code, trimmedLength(text)]).toEqual([code, text.trim().length])
  }
  expect(trimmedLength('')).toBe(0)
})

test('The ends of a text lose white space and what is named, and its middle nothing', () => {
  expect(stripped(' \u00a0- “a - b” ¶\n', '-“', '”¶')).toBe('a - b')
  expect(stripped('a¶', '¶', '')).toBe('a¶')
  expect(stripped(' -- ', '-', '-')).toBe('')
})
