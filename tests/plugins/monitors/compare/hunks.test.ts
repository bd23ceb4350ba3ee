import { expect, test } from 'bun:test'
import { type Hunk, hunksOf, linesIn } from '../../../../plugins/monitors/compare/hunks.ts'

const told = (before: string, now: string) =>
  hunksOf(before.split(' ').filter(Boolean), now.split(' ').filter(Boolean)).map(
    ({ removed, added }) => `${removed.from}-${removed.to} ${added.from}-${added.to}`,
  )
/** The new lines, as the hunks make them from the old ones. */
function applied(before: readonly string[], now: readonly string[], hunks: readonly Hunk[]): string[] {
  const lines: string[] = []
  let at = 0
  for (const { removed, added } of hunks) {
    lines.push(...before.slice(at, removed.from), ...now.slice(added.from, added.to))
    at = removed.to
  }
  return [...lines, ...before.slice(at)]
}
const numbers = (count: number, of: (i: number) => string = String) => Array.from({ length: count }, (_, i) => of(i))

test.each([
  ['a b c', 'a b c', []],
  ['', '', []],
  ['', 'a b', ['0-0 0-2']],
  ['a b', '', ['0-2 0-0']],
  ['a b c', 'a x c', ['1-2 1-2']],
  ['a b c', 'x b c', ['0-1 0-1']],
  ['a b c', 'a b x', ['2-3 2-3']],
  ['a b c', 'a c', ['1-2 1-1']],
  ['a c', 'a b c', ['1-1 1-2']],
  ['a b c d e', 'x b c y z e', ['0-1 0-1', '3-4 3-5']],
  ['a a a', 'a a', ['2-3 2-2']],
  ['a b a b', 'a b', ['2-4 2-2']],
  ['k a b m c n', 'k a m x c n', ['2-3 2-2', '4-4 3-4']],
])('%p becomes %p by %p', (before, now, hunks) => {
  expect(told(before, now)).toEqual(hunks)
})

test('the indexes of a stretch are those of its lines', () => {
  expect([linesIn({ from: 3, to: 6 }), linesIn({ from: 3, to: 3 })]).toEqual([[3, 4, 5], []])
})

test('texts with little in common are aligned by lines that both have once, as many as keep their order', () => {
  const part = (name: string) => numbers(400, (i) => `${name} ${i}`)
  const before = [...'abcd'].flatMap((name) => [...part(`old ${name}`), name, 'often', `${name} end`])
  const now = [...'dabc'].flatMap((name) => [...part(`new ${name}`), name, 'often', `${name} end`, 'now'])
  const hunks = hunksOf(before, now)
  expect(hunks.map(({ removed, added }) => [removed.from, removed.to, added.from, added.to])).toEqual([
    [0, 400, 0, 804],
    [403, 803, 807, 1208],
    [806, 1206, 1211, 1612],
    [1209, 1612, 1615, 1616],
  ])
  expect(applied(before, now, hunks)).toEqual(now)
})

test('the hunks of random texts make one from the other', () => {
  let seed = 3
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let round = 0; round < 200; round++) {
    const before = numbers(random(30), () => `${random(6)}`)
    const now = numbers(random(30), () => `${random(6)}`)
    const hunks = hunksOf(before, now)
    expect(applied(before, now, hunks)).toEqual(now)
    for (const [i, { removed, added }] of hunks.entries()) {
      expect(removed.to - removed.from + added.to - added.from).toBeGreaterThan(0)
      // At least one line between two hunks is the same.
      if (i > 0) expect(removed.from).toBeGreaterThan(hunks[i - 1]!.removed.to)
    }
  }
})
