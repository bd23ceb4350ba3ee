import { describe, expect, test } from 'bun:test'
import {
  type CountedTerm,
  candidatesOf,
  matchesOf,
  pairsOf,
  RARE,
  type Syntax,
} from '../../../../plugins/search/local/match.ts'
import { type LocalQuery, parseQuery } from '../../../../plugins/search/local/parse-query.ts'

const syntax: Syntax = {
  term: ({ indexed, isPrefix }) => (isPrefix ? `${indexed}*` : indexed.includes(' ') ? `"${indexed}"` : indexed),
  all: (parts) => (parts.length === 1 ? parts[0]! : `(${parts.join(' & ')})`),
  any: (parts) => (parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`),
  without: (wanted, unwanted) => `${wanted} - ${unwanted}`,
  address: (words) => `url:${words.replaceAll(' ', '.')}`,
}
const term = (indexed: string, pages: number, changes: Partial<CountedTerm> = {}) =>
  ({ indexed, pages, isQuoted: false, isPrefix: false, ...changes }) as CountedTerm
const query = (text = '') => parseQuery(text)
const matches = (of: LocalQuery, ...counted: CountedTerm[]) =>
  matchesOf(of, counted, syntax).map(({ ranked, within }) => (within === null ? ranked : [ranked, within]))

describe('the conditions of a query', () => {
  test('are all words, then all in any form, then some of them', () => {
    expect(matches(query(), term('qqq', 3), term('zzz', 5))).toEqual(['(qqq & zzz)', '(qqq & zzz)', '(qqq | zzz)'])
    const [strict, loose] = matches(query(), term('kettles', 3))
    expect(strict).toBe('kettles')
    expect(loose).toMatch(/^\(kettles \| .*kettle/)
  })

  test('skip all words if one of them is on no page', () => {
    expect(matches(query(), term('qqq', 0), term('zzz', 5))).toEqual(['(qqq & zzz)', '(qqq | zzz)'])
  })

  test('rank by rare words, and filter by frequent ones', () => {
    const frequent = term('the', RARE + 1)
    expect(matches(query(), term('qqq', RARE), frequent)).toEqual([
      ['qqq', '(qqq & the)'],
      ['qqq', '(qqq & the)'],
      'qqq',
    ])
    expect(matches(query(), frequent)).toEqual(['the', 'the'])
  })

  test('always include quoted words, only in their own form', () => {
    const quoted = term('big kettles', RARE + 1, { isQuoted: true })
    expect(matches(query(), quoted, term('qqq', 3))).toEqual([
      '("big kettles" & qqq)',
      '("big kettles" & qqq)',
      '("big kettles" | ("big kettles" & qqq))',
    ])
    expect(matches(query(), quoted)).toEqual(['"big kettles"', '"big kettles"'])
    expect(matches(query(), term('kettles', 3, { isPrefix: true }))[1]).toBe('kettles*')
  })

  test('include the rarest words, up to 5,000 pages together', () => {
    const loose = (...pages: number[]) => matches(query(), ...pages.map((count, i) => term(`q${i}q`, count))).at(-1)
    expect(loose(3000, 10)).toBe('(q1q | q0q)')
    expect(loose(4991, 10)).toBe('q1q')
    expect(loose(4990, 10)).toBe('(q1q | q0q)')
    // A word that is on no page does not count as enough.
    expect(loose(0, 5000)).toBe('(q0q | q1q)')
  })

  test('include sites, and exclude words', () => {
    const sites = query('site:a.example site:b.example')
    expect(matches(sites)).toEqual(['(url:a.example | url:b.example)'])
    expect(matches(sites, term('qqq', 3))[0]).toBe('((url:a.example | url:b.example) & qqq)')
    expect(matches(query('site:https://A.example/my-blog/*'))).toEqual(['(url:a.example & url:my.blog)'])
    expect(matches(query('-aaa -bbb'), term('qqq', 3))[0]).toBe('qqq - (aaa | bbb)')
    expect(matches(query())).toEqual([])
  })
})

test('adjacent words are searched as pairs, except for frequent, quoted and unfinished ones', () => {
  expect(pairsOf([term('a', 1), term('b', RARE), term('c', RARE + 1), term('d', 1)], syntax)).toEqual(['"a b"'])
  expect(pairsOf([term('a', 1), term('b', 1, { isQuoted: true }), term('c', 1)], syntax)).toEqual([])
  expect(pairsOf([term('a', 1, { isPrefix: true }), term('b', 1)], syntax)).toEqual([])
  const many = Array.from({ length: 12 }, (_, i) => term(`w${i}`, 1))
  expect(pairsOf(many, syntax)).toHaveLength(8)
  expect([pairsOf([], syntax), pairsOf([term('a', 1)], syntax)]).toEqual([[], []])
})

test('more matches are read if many are requested, or if some may be of other sites', () => {
  expect([candidatesOf(query('a'), 60), candidatesOf(query('a'), 61)]).toEqual([60, 500])
  expect([candidatesOf(query('a site:b.example'), 1), candidatesOf(query('a -site:b.example'), 1)]).toEqual([500, 500])
})
