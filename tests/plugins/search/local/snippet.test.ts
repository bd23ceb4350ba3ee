import { describe, expect, test } from 'bun:test'
import { snippetOf } from '../../../../plugins/search/local/snippet.ts'

const terms = (...words: string[]) => words.map((indexed) => ({ indexed }))
const filler = (count: number, word = 'filler') => `${word} `.repeat(count)
const snippet = (text: string, ...words: string[]) => snippetOf(text, terms(...words))

describe('a snippet', () => {
  test('is the beginning if there is no query, or no match', () => {
    expect([snippet('A short text.'), snippet('A short text.', 'kettle')]).toEqual(['A short text.', 'A short text.'])
    const long = snippet(filler(60))
    expect(long).toEndWith('filler …')
    expect(long).toBe(`${filler(34).trim()} …`)
  })

  test('is cut between words, with a mark at each end that is not an end of the text', () => {
    const text = `${filler(30)}kettle ${filler(60)}`
    expect(snippet(text, 'kettle')).toBe(`… ${filler(8)}kettle ${filler(25).trim()} …`)
    expect(snippet(`${filler(30)}kettle end`, 'kettle')).toBe(`… ${filler(8)}kettle end`)
    expect(snippet(`kettle ${filler(60)}`, 'kettle')).toStartWith('kettle filler')
  })

  test('of a text without spaces is cut between characters', () => {
    const text = 'x'.repeat(400)
    expect(snippet(text)).toBe(`${'x'.repeat(240)} …`)
    expect(snippet(`${'東'.repeat(200)}京${'都'.repeat(300)}`, '京')).toBe(
      `… ${'東'.repeat(60)}京${'都'.repeat(179)} …`,
    )
  })

  test('is the part with most of the words, and prefers rare ones to frequent ones', () => {
    const text = `copper ${filler(60)}copper kettle ${filler(60)}`
    expect(snippet(text, 'copper', 'kettle')).toContain('copper kettle')
    const rare = `${'copper filler '.repeat(40)}${filler(60, 'other')}kettle ${filler(60)}`
    expect(snippet(rare, 'copper', 'kettle')).toContain('kettle')
    // Of equally good parts, the first.
    expect(snippet(`kettle one ${filler(60)}kettle two`, 'kettle')).toStartWith('kettle one')
  })

  test('counts each word once, however often it occurs', () => {
    const text = `${'copper '.repeat(20)}${filler(60)}copper kettle ${filler(60)}`
    expect(snippet(text, 'copper', 'kettle')).toContain('copper kettle')
  })
})

describe('a word', () => {
  const found = (text: string, word: string) => snippet(`${filler(60)}${text} ${filler(5)}`, word).includes(text)
  test.each([
    ['kettles', 'kettle', true],
    ['Kettle', 'kettle', true],
    ['teakettle', 'kettle', false],
    ['kettledrummer', 'kettle', false],
    ['Käse', 'kase', true],
    ['kase', 'Käse', true],
    ['tea', 'teas', false],
    ['teapot', 'tea', false],
    ['cups', 'cup', false],
    ['東京都', '京', true],
    ['벚꽃축제가', '벚꽃 꽃축', true],
    ['हिन्दी', 'हिन्दी', true],
    ['Łódź', 'lodz', true],
    ['ΟΔΟΣ', 'οδός', true],
  ])('%p is found by %p: %p', (text, word, expected) => expect(found(text, word)).toBe(expected))

  test('of several parts is found by any of them', () => {
    expect(found('kettle', 'copper kettle')).toBe(true)
  })

  test('is searched at 300 positions at most', () => {
    const text = `${'copper '.repeat(300)}${filler(60)}copper kettle`
    expect(snippet(text, 'copper', 'kettle')).toContain('kettle')
  })
})
