import { expect, test } from 'bun:test'
import { matchesPath } from '../../../../core/auth/keys/path-glob.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { growth, LINEAR } from '../../../growth.ts'

test('a pattern matches the whole path, and * matches any characters, including slashes', () => {
  const matching = [
    ['/v1/jobs', '/v1/jobs'],
    ['/v1/users/*', '/v1/users/profile'],
    ['/v1/users/*', '/v1/users/a/b'],
    ['/v1/*/results', '/v1/jobs/job_1/results'],
    ['*', '/v1/scrape'],
    ['/v1/scrape*', '/v1/scrape'],
  ] as const
  const other = [
    ['/v1/jobs', '/v1/jobs/job_1'],
    ['/v1/users/*', '/v1/users'],
    ['/v1/jobs', '/V1/JOBS'],
    ['/v1/*/results', '/v1/jobs/job_1/results/more'],
    ['', '/v1/scrape'],
    ['/v1/[a-z]*', '/v1/scrape'],
  ] as const
  expect(matching.filter(([pattern, path]) => !matchesPath(pattern, path))).toEqual([])
  expect(other.filter(([pattern, path]) => matchesPath(pattern, path))).toEqual([])
})

test('no pattern takes long, whatever it contains', () => {
  const path = `/${'a'.repeat(8000)}`
  for (const pattern of [`/${'a*'.repeat(127)}b`, `${'*'.repeat(255)}b`, `/${'*a'.repeat(127)}b`]) {
    expect(cpuTime(() => expect(matchesPath(pattern, path)).toBe(false))).toBeLessThan(200)
  }
})

test('a pattern takes time for its length and that of the path, not for their product', () => {
  const make = (size: number) => [`/*${'a'.repeat(size)}b`, `/${'a'.repeat(4 * size)}`] as const
  expect(growth(make, ([pattern, path]) => matchesPath(pattern, path), 1000)).toBeLessThan(LINEAR)
})

test('a pattern agrees with a slow matcher that tries every split', () => {
  const slow = (pattern: string, path: string): boolean => {
    if (pattern === '') return path === ''
    if (pattern[0] !== '*') return path !== '' && pattern[0] === path[0] && slow(pattern.slice(1), path.slice(1))
    return slow(pattern.slice(1), path) || (path !== '' && slow(pattern, path.slice(1)))
  }
  const words = (alphabet: string, length: number): string[] =>
    length === 0
      ? ['']
      : ['', ...[...alphabet].flatMap((letter) => words(alphabet, length - 1).map((rest) => letter + rest))]
  const paths = [...new Set(words('ab', 5))]
  const wrong = [...new Set(words('ab*', 5))].flatMap((pattern) =>
    paths.filter((path) => matchesPath(pattern, path) !== slow(pattern, path)).map((path) => `${pattern} ${path}`),
  )
  expect(wrong).toEqual([])
})
