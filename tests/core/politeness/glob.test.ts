import { describe, expect, test } from 'bun:test'
import { createScope } from '../../../core/politeness/scope.ts'
import { cpuTime } from '../../cpu-time.ts'
import { compileGlob } from './reference-glob.ts'

const ORIGIN = 'http://a.test'
const matcherOf = (pattern: string) => {
  const scope = createScope(new URL(ORIGIN), { sameDomain: false, includePatterns: [pattern] })
  return (text: string) => scope(new URL(ORIGIN + text))
}

describe('a glob matches', () => {
  for (const [pattern, text, expected] of [
    ['/a', '/a', true],
    ['/a', '/a/', true],
    ['/a', '/ab', false],
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/*', '/a/', false],
    ['/a/**', '/a/b/c', true],
    ['/a/**', '/a', true],
    ['/**/c', '/a/b/c', true],
    ['/**/c', '/c', true],
    ['/**/c', '/a/c/b', false],
    ['/a/**/b/**/c', '/a/x/b/y/b/z/c', true],
    ['/*.html', '/a.html', true],
    ['/a?c', '/abc', true],
    ['/a?c', '/a/c', false],
    ['/[a-c]x', '/bx', true],
    ['/[!a-c]x', '/bx', false],
    ['/[^a-c]x', '/dx', true],
    ['/[]]x', '/]x', true],
    ['/[a', '/[a', true],
    ['/a[b/c]', '/a[b/c]', true],
    ['/\\*', '/*', true],
    ['/\\*', '/a', false],
    ['/{a,b}', '/a', false],
    ['/+(a)', '/+(a)', true],
    ['http://a.test/x/*', '/x/y', true],
  ] as const)
    test(`${pattern} ${expected ? '' : 'not '}${text}`, () => expect(matcherOf(pattern)(text)).toBe(expected))
})

test('it agrees with a reference implementation on random patterns and texts', () => {
  let state = 1
  const pick = (from: readonly string[]) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)]!
  }
  const make = (from: readonly string[], length: number) => `/${Array.from({ length }, () => pick(from)).join('')}`
  const different: string[] = []
  for (let i = 0; i < 20_000; i++) {
    const pattern = make(['a', 'b', '/', '*', '?', '[ab]', '[!b]', '/**/', '/*', 'ab'], i % 9)
    const text = make(['a', 'b', '/a', '/b', 'ab'], i % 11)
    // The matcher treats a run of three asterisks in two ways.
    if (/\*{3}/.test(pattern)) continue
    const expected = compileGlob(pattern)(text)
    if (matcherOf(pattern)(text) !== expected) different.push(`${pattern} ${text} ${expected}`)
  }
  expect(different).toEqual([])
})

test('patterns designed to be slow are not', () => {
  const units = ['*a', '?*', '[a-z]*', '*[!b]', '**/a/', '**/*a/', '**/a/a/', '**/[ab]*/', '*a*a*c', '**/*/', '*']
  const texts = [`/${'a'.repeat(2000)}b`, `/${'a/'.repeat(1000)}b`, `/${'aab/'.repeat(500)}x`, `/${'a'.repeat(60)}`]
  for (const unit of units)
    for (const end of ['b', 'c', '*c*b', '**/c', '/c']) {
      const matches = matcherOf(`/${unit.repeat(250)}`.slice(0, 256 - end.length) + end)
      for (const text of texts)
        expect(
          cpuTime(() => matches(text)),
          `${unit} … ${end}`,
        ).toBeLessThan(50)
    }
})
