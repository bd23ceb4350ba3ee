import { describe, expect, test } from 'bun:test'
import { isClockwork } from '../../../plugins/monitors/compare/clockwork.ts'
import { compare } from '../../../plugins/monitors/compare/compare.ts'
import { IgnorePatterns } from '../../../plugins/monitors/compare/patterns.ts'
import { nothing } from '../../../plugins/monitors/compare/regions.ts'
import { show } from '../../../plugins/monitors/compare/show.ts'
import { cpuTime } from '../../cpu-time.ts'

const DAY = 86_400_000
const earlier = Date.UTC(2026, 10, 21, 19)
const times = { earlier, later: earlier + DAY, timezone: 'UTC' }
const none = new IgnorePatterns([])
const differenceOf = (reference: string, ...looks: string[]) => {
  const compared = compare({ reference, looks, ignore: none, times, known: nothing })
  return { ...show(compared), differs: compared.differs }
}

describe('changes of a line that only time makes', () => {
  test.each([
    ['Last updated: 21 Nov 2026', 'Last updated: 22 Nov 2026', true],
    ['Saturday, November 21, 2026', 'Sunday, November 22, 2026', true],
    ['Nov 21st, 2026', 'Nov 22nd, 2026', true],
    ['Generated 2026-11-21T19:00:03.120Z', 'Generated 2026-11-22T18:59:59.007Z', true],
    ['Stand: 21.11.2026', 'Stand: 22.11.2026', true],
    ['11/21/2026', '11/22/2026', true],
    ['2026年11月21日', '2026年11月22日', true],
    ['Mis à jour le 21 novembre 2026', 'Mis à jour le 22 novembre 2026', true],
    ['Posted 3 days ago', 'Posted 4 days ago', true],
    ['vor 23 Stunden', 'vor 2 Tagen', true],
    ['in 3 days', 'in 2 days', true],
    ['Price: 21', 'Price: 22', false],
    ['Chapter 21 of 30', 'Chapter 22 of 30', false],
    ['Event on 5 May 2027', 'Event on 6 May 2027', false],
    ['Event on 21 Nov 2027', 'Event on 22 Nov 2027', false],
    ['Posted 3 days ago', 'Posted 2 days ago', false],
    ['Open 9:00 – 17:00', 'Open 10:00 – 17:00', false],
    ['5 comments, 3 days ago by Ann', '6 comments, 4 days ago by Ann', false],
    ['Version 2.21 of 21 Nov 2026', 'Version 2.22 of 22 Nov 2026', false],
    ['5 days trial', '6 days trial', false],
  ])('%s, then %s: %p', (before, now, expected) => {
    expect(isClockwork(before, now, times)).toBe(expected)
  })
})

describe('pages that are built to take long', () => {
  const lines = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i)).join('\n')
  test.each([
    ['all lines are different', (n: number) => [lines(n, (i) => `old ${i}`), lines(n, (i) => `new word${i}x`)]],
    ['the lines are reversed', (n: number) => [lines(n, (i) => `line ${i}`), lines(n, (i) => `line ${n - i}`)]],
    [
      'every third line is different',
      (n: number) => [lines(n, (i) => `line ${i}`), lines(n, (i) => `line ${i % 3 ? i : -i}`)],
    ],
    ['two lines repeated', (n: number) => [lines(n, (i) => `x${i % 2}`), lines(n, (i) => `x${((i * 7919) % 13) % 2}`)]],
    ['a reversed list', (n: number) => [lines(n, (i) => `- entry ${i}`), lines(n, (i) => `- entry ${n - i}`)]],
    [
      'dates everywhere',
      (n: number) => [lines(n, (i) => `${i} on 21 Nov 2026`), lines(n, (i) => `${i + 1} on 22 Nov 2026`)],
    ],
    ['one long line', (n: number) => ['word '.repeat(n), 'other '.repeat(n)]],
  ])(
    '%s',
    (_, make) => {
      const cpuOf = (n: number) => {
        const [before, now] = make(n) as [string, string]
        return cpuTime(() => differenceOf(before, now, now))
      }
      cpuOf(500)
      // Eight times the lines must take less than 24 times the CPU time, where quadratic time would be 64 times.
      expect(cpuOf(20_000)).toBeLessThan(Math.max(cpuOf(2500), 50) * 24)
    },
    120_000,
  )

  test('the diff has a maximum length', () => {
    const { diff, addedLines } = differenceOf(
      'one',
      lines(100_000, (i) => `line ${i} of many`),
    )
    expect([diff.length <= 64 * 1024 + 100, addedLines]).toEqual([true, 100_000])
    expect(diff).toEndWith('\\ The rest is left out\n')
  })

  test('patterns of callers take linear time', () => {
    const ignore = new IgnorePatterns(['(a+)+$', '(.*)*x'])
    const cpuOf = (n: number) => cpuTime(() => ignore.strip(`${'a'.repeat(n)}!`))
    cpuOf(1000)
    expect(cpuOf(16_000)).toBeLessThan(Math.max(cpuOf(2000), 5) * 24)
  })
})

describe('changes that are never hidden', () => {
  const page = (...more: string[]) => ['# Page', 'It begins here.', ...more, 'It ends here.'].join('\n')
  test.each([
    [
      'a price next to a token',
      page('[Buy for 12 €](/buy?sid=a8f3c1)'),
      ['b1c2', 'c3d4', 'd5e6'],
      (t: string) => page(`[Buy for 13 €](/buy?sid=${t})`),
    ],
    [
      'a line next to an advertisement',
      page('Buy lamps!', 'Open daily.'),
      ['Eat cake!', 'Read books!', 'Ride bikes!'],
      (t: string) => page(t, 'Closed today.'),
    ],
    [
      'a new line next to one',
      page('Buy lamps!'),
      ['Eat cake!', 'Read books!', 'Ride bikes!'],
      (t: string) => page(t, 'Closed today.'),
    ],
    [
      'a removed line next to one',
      page('Buy lamps!', 'Open daily.'),
      ['Eat cake!', 'Read books!', 'Ride bikes!'],
      (t: string) => page(t),
    ],
    [
      'two lines that swapped places',
      page('## API', 'Works', '## Web', 'Broken'),
      ['', '', ''],
      () => page('## API', 'Broken', '## Web', 'Works'),
    ],
  ])('%s', (_, before, tokens, now) => {
    expect(differenceOf(before, ...tokens.map(now)).differs).toBe(true)
  })
})
