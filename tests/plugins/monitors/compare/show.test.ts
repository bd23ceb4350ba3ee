import { describe, expect, test } from 'bun:test'
import { hunksOf, linesIn } from '../../../../plugins/monitors/compare/hunks.ts'
import { linesOf } from '../../../../plugins/monitors/compare/lines.ts'
import { IgnorePatterns } from '../../../../plugins/monitors/compare/patterns.ts'
import { show } from '../../../../plugins/monitors/compare/show.ts'

/** The diff of a change, without the lines that are explained. */
function shown(before: string, now: string, isExplained: (line: string) => boolean = () => false) {
  const [old, current] = [before, now].map((text) => linesOf(text, new IgnorePatterns([])))
  const keys = [old!, current!].map((lines) => lines.map(({ key }) => key))
  const hunks = hunksOf(keys[0]!, keys[1]!).map((hunk) => ({
    hunk,
    removed: new Set(linesIn(hunk.removed).filter((i) => !isExplained(old![i]!.key))),
    added: new Set(linesIn(hunk.added).filter((i) => !isExplained(current![i]!.key))),
  }))
  return show({ before: old!, now: current!, hunks })
}
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `l${from + i}`).join('\n')

describe('a diff', () => {
  test('has three lines of context, as `diff -u` does', () => {
    const { diff, addedLines, removedLines } = shown(lines(1, 20), `${lines(1, 9)}\nx\ny\n${lines(11, 20)}`)
    expect(diff).toBe('@@ -7,7 +7,8 @@\n l7\n l8\n l9\n-l10\n+x\n+y\n l11\n l12\n l13\n')
    expect([addedLines, removedLines]).toEqual([2, 1])
  })

  test('has several parts if changes are further apart than that', () => {
    const places = (before: string, now: string) =>
      shown(before, now)
        .diff.split('\n')
        .filter((line) => line.startsWith('@@'))
    expect(places(lines(1, 20), `x\n${lines(2, 7)}\ny\n${lines(9, 20)}`)).toEqual(['@@ -1,11 +1,11 @@'])
    expect(places(lines(1, 20), `x\n${lines(2, 8)}\ny\n${lines(10, 20)}`)).toEqual([
      '@@ -1,4 +1,4 @@',
      '@@ -6,7 +6,7 @@',
    ])
    expect(places(lines(1, 20), `a\nb\n${lines(1, 20)}\nz`)).toEqual(['@@ -1,3 +1,5 @@', '@@ -18,3 +20,4 @@'])
  })

  test('cuts long lines, but not in the middle of a character', () => {
    const { diff } = shown('a', `x${'\u{1f642}'.repeat(5000)}`)
    expect(diff).toBe(`@@ -1 +1 @@\n-a\n+x${'\u{1f642}'.repeat(4095)} …\n`)
  })

  test('is right for a text that was empty, is empty, or has one line', () => {
    expect(shown('', 'a').diff).toBe('@@ -0,0 +1 @@\n+a\n')
    expect(shown('a\nb', '').diff).toBe('@@ -1,2 +0,0 @@\n-a\n-b\n')
    expect(shown('a', 'b').diff).toBe('@@ -1 +1 @@\n-a\n+b\n')
    expect(shown('a', 'a')).toEqual({ diff: '', addedLines: 0, removedLines: 0, share: 0 })
  })

  test('leaves out explained lines, and shows the old line in their place', () => {
    const explained = (line: string) => line.startsWith('ad')
    expect(shown('a\nad 1\nb', 'a\nad 2\nc', explained).diff).toBe('@@ -1,3 +1,3 @@\n a\n ad 1\n-b\n+c\n')
    expect(shown('a\nad 1', 'a\nad 2', explained)).toMatchObject({ diff: '', addedLines: 0, removedLines: 0 })
  })

  test('has up to 64 KiB, and up to 8 KiB per line', () => {
    const of = (length: number) => shown('', 'x'.repeat(length)).diff.split('\n')[1]!
    expect([of(8192), of(8193)]).toEqual([`+${'x'.repeat(8192)}`, `+${'x'.repeat(8192)} …`])
    const many = (count: number) => shown('', Array.from({ length: count }, () => 'x'.repeat(98)).join('\n')).diff
    // Each line takes 100 characters, and the very first line has the positions.
    expect(many(650).split('\n')).toHaveLength(652)
    const cut = many(700)
    expect(cut).toEndWith('\n\\ The rest is left out\n')
    expect(cut.length).toBeLessThanOrEqual(65_536 + '\\ The rest is left out\n'.length)
    expect(cut.length).toBeGreaterThan(65_536 - 100)
  })
})

describe('the share of a text that changed', () => {
  test('counts the characters of all words before and now', () => {
    expect(shown('one two', 'one six').share).toBe(6 / 12)
    expect(shown('', 'all').share).toBe(1)
    expect(shown('a', 'a').share).toBe(0)
    expect(shown('', '').share).toBe(0)
    expect(shown('keep\nb', 'keep\nc').share).toBe(2 / 10)
  })

  test('counts characters where a script has no spaces between words', () => {
    expect(shown('価格は百円', '価格は千円').share).toBe(2 / 10)
    expect(shown('ที่นี่', 'ที่นั่น').share).toBeLessThan(1)
    expect(shown('東京', '大阪').share).toBe(1)
  })

  test('is all of it if all words are others, though spaces and marks of markdown stay', () => {
    expect(shown('one two', 'three four').share).toBe(1)
    expect(shown('# One\n\n- two\n- three', '# Four\n\n- five\n- six').share).toBe(1)
    expect(shown('| a | b |\n| --- | --- |', '| c | d |\n| --- | --- |').share).toBe(1)
    // They are all that changed.
    expect(shown('# One', '## One').share).toBe(3 / 9)
    expect(shown('Stock -', 'Stock +').share).toBe(2 / 12)
  })

  test('counts all of a stretch that is too long to be aligned', () => {
    const words = (count: number, last: string) => `${'w '.repeat(count)}${last}`
    expect(shown(words(4999, 'x'), words(4999, 'y')).share).toBeLessThan(0.01)
    expect(shown(words(5001, 'x'), words(5001, 'y')).share).toBe(1)
  })
})

test.each(['(?<day>a)\\k<day>', '(?=a)', '('])(
  '%p is an invalid pattern, and the error names its position',
  (pattern) => {
    expect(() => new IgnorePatterns(['a', pattern])).toThrow('options.ignore.1 is not a supported pattern')
  },
)
