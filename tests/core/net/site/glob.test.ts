import { describe, expect, test } from 'bun:test'
import { Minimatch } from 'minimatch'
import { compileGlob } from '../../../../core/net/site/glob.ts'
import { cpuTime } from '../../../cpu-time.ts'

const is = (pattern: string, text: string) => compileGlob(pattern)(text)

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
    ['http://a.test/x/*', 'http://a.test/x/y', true],
  ] as const)
    test(`${pattern} ${expected ? '' : 'not '}${text}`, () => expect(is(pattern, text)).toBe(expected))
})

test('what minimatch says of random patterns and texts, it says too', () => {
  const options = { nobrace: true, noext: true, nocomment: true, nonegate: true, dot: true } as const
  let state = 1
  const pick = (from: readonly string[]) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return from[Math.floor((state / 2 ** 32) * from.length)]!
  }
  const make = (from: readonly string[], length: number) => `/${Array.from({ length }, () => pick(from)).join('')}`
  const different: string[] = []
  for (let i = 0; i < 20_000; i++) {
    const pattern = make(['a', 'b', '/', '*', '?', '[ab]', '[!b]', '/**/', '/*', 'ab'], i % 9)
    const text = make(['a', 'b', '/', 'ab', '/a', '/b'], i % 11)
    // A run of three is two things to minimatch, and `**` at the end of a pattern is not the folder itself.
    if (/\*{3}|\/\*\*\/*$/.test(pattern)) continue
    const theirs = new Minimatch(pattern, options).match(text)
    if (is(pattern, text) !== theirs) different.push(`${pattern} ${text} ${theirs}`)
  }
  expect(different).toEqual([])
})

test('patterns that are made to take long do not', () => {
  const units = ['*a', '?*', '[a-z]*', '*[!b]', '**/a/', '**/*a/', '**/a/a/', '**/[ab]*/', '*a*a*c', '**/*/', '*']
  const texts = [`/${'a'.repeat(8000)}b`, `/${'a/'.repeat(4000)}b`, `/${'aab/'.repeat(2000)}x`, `/${'a'.repeat(60)}`]
  let longest = 0
  for (const unit of units)
    for (const end of ['b', 'c', '*c*b', '**/c', '/c'])
      for (const text of texts) {
        const glob = compileGlob(`/${unit.repeat(250)}`.slice(0, 256 - end.length) + end)
        longest = Math.max(
          longest,
          cpuTime(() => glob(text)),
        )
      }
  expect(longest).toBeLessThan(250)
})
