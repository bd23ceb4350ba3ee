import { describe, expect, test } from 'bun:test'
import { endOfPart } from '../../../plugins/mcp/text/cut.ts'
import { fit } from '../../../plugins/mcp/text/fit.ts'

/** All parts of a text, each of at most `most` characters. */
function parts(text: string, most: number): string[] {
  const found: string[] = []
  for (let offset = 0; offset < text.length; ) {
    const end = endOfPart(text, offset, most)
    found.push(text.slice(offset, end))
    offset = end
  }
  return found
}

describe('a long text is cut', () => {
  test('between blocks', () => {
    const blocks = ['# One\n\n', 'A paragraph of words.\n\n', 'Another one, longer.\n\n', '- a\n- b\n']
    expect(parts(blocks.join(''), 45)).toEqual([blocks.slice(0, 2).join(''), blocks.slice(2).join('')])
  })

  test('not at a blank line within code, if a block ends before that', () => {
    const code = '````js\nlet a\n\n```\n\nlet b\n````\n\n'
    expect(parts(`Some words that lead to it.\n\n${code}The end.`, 50)).toEqual([
      'Some words that lead to it.\n\n',
      `${code}The end.`,
    ])
  })

  test('between lines if a block is too long, otherwise between words, otherwise between characters', () => {
    expect(parts('| a | b |\n| c | d |\n| e | f |\n', 25)).toEqual(['| a | b |\n| c | d |\n', '| e | f |\n'])
    expect(parts('one two three four', 10)).toEqual(['one two ', 'three four'])
    expect(parts('🫖'.repeat(5), 5)).toEqual(['🫖🫖', '🫖🫖', '🫖'])
  })

  test('only if it is too long', () => {
    expect([parts('one two', 7), parts('one two', 6)]).toEqual([['one two'], ['one ', 'two']])
  })

  test('into parts that together are the whole text, each within the limit', () => {
    const text = Array.from({ length: 300 }, (_, n) => 'x 🫖\n\n~~~'.slice(0, (n % 9) + 1)).join('')
    for (const most of [7, 20, 101]) {
      const all = parts(text, most)
      expect(all.join('')).toBe(text)
      expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(most)
    }
  })
})

test('as many entries of a list are returned as fit, and at least one', () => {
  expect(fit(['aaaa', 'bbbb', 'cccc'], 15)).toEqual(['aaaa', 'bbbb'])
  expect(fit(['a'.repeat(50), 'b'], 10)).toEqual(['a'.repeat(50)])
  expect(fit([], 10)).toEqual([])
})
