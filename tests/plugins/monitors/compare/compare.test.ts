import { describe, expect, test } from 'bun:test'
import { compare } from '../../../../plugins/monitors/compare/compare.ts'
import { IgnorePatterns } from '../../../../plugins/monitors/compare/patterns.ts'
import { nothing, type PageKnowledge } from '../../../../plugins/monitors/compare/regions.ts'
import { show } from '../../../../plugins/monitors/compare/show.ts'

const none = new IgnorePatterns([])
const earlier = Date.UTC(2026, 10, 21, 19)
const times = { earlier, later: earlier + 86_400_000, timezone: 'UTC' }
const page = (...lines: string[]) => ['first', ...lines, 'last'].join('\n')

/** The changes of a page: its removed and added lines, and what is known about it afterwards. */
function told(
  reference: string,
  looks: string[],
  { known = nothing, ignore = none }: { known?: PageKnowledge; ignore?: IgnorePatterns } = {},
) {
  const compared = compare({ reference, looks, ignore, times, known })
  const lines = show(compared)
    .diff.split('\n')
    .filter((line) => /^[-+]/.test(line))
  expect(compared.differs).toBe(lines.length > 0)
  return { lines, known: compared.known }
}
const lines = (...given: Parameters<typeof told>) => told(...given).lines
/** The changes in each of several runs, all compared with the first look. */
function runs(looks: string[], reference = looks[0]!) {
  let known = nothing
  return looks.map((look) => {
    const run = told(reference, [look], { known })
    known = run.known
    return run.lines
  })
}

describe('the difference', () => {
  test('has the lines that changed', () => {
    expect(lines(page('a', 'b', 'c'), [page('a', 'x', 'c', 'd')])).toEqual(['-b', '+x', '+d'])
    expect(lines(page('a'), [page('a')])).toEqual([])
    expect(lines('', ['a'])).toEqual(['+a'])
  })

  test.each([100, 1000, 5000])('has the change of a paragraph of %d characters, but not its time', (length) => {
    const paragraph = (price: number, time: string) => `${'kettle '.repeat(length / 7)} ${price} EUR at ${time}`
    const [before, other, another] = ['10:00:01', '10:00:02', '10:00:03'].map((time) => page(paragraph(12, time)))
    expect(lines(before!, [other!, another!, page(paragraph(12, '10:00:04'))])).toEqual([])
    expect(lines(before!, [page(paragraph(13, '10:00:02')), page(paragraph(13, '10:00:03'))])).toHaveLength(2)
    expect(lines(before!, [page(paragraph(13, '10:00:01'))])).toHaveLength(2)
  })

  test('leaves out ignored text and white space', () => {
    const ignore = new IgnorePatterns(['\\d+ visitors', '^Ad: .*'])
    expect(lines(page('5 visitors', 'Ad: lamps', 'a  b'), [page('7 visitors', ' a b')], { ignore })).toEqual([])
    expect(lines(page('5 visitors'), [page('7 visitors today')], { ignore })).toEqual(['+7 visitors today'])
  })

  test('leaves out dates and ages, in lines of a stretch in any order', () => {
    expect(lines(page('21 Nov 2026'), [page('22 Nov 2026')])).toEqual([])
    expect(lines(page('x', '3 days ago'), [page('4 days ago', 'y')])).toEqual(['-x', '+y'])
    // Two lines had the same date: each new line explains only one.
    expect(lines(page('Nov 21', 'Nov 21'), [page('Nov 22')])).toEqual(['-Nov 21'])
  })

  test('leaves out dates only in the first 50 lines of a stretch', () => {
    const days = (day: number, before: number) =>
      page(...Array.from({ length: before }, (_, i) => (day === 21 ? 'o' : 'n').repeat(50 + i)), `${day} Nov 2026`)
    expect(lines(days(21, 49), [days(22, 49)]).length).toBe(98)
    expect(lines(days(21, 50), [days(22, 50)]).length).toBe(102)
  })

  test('leaves out dates only until long lines were tried for long enough, which lines too long for it are not', () => {
    const days = (day: number, count: number, length: number) => {
      const letters = (day === 21 ? 'o' : 'n').repeat(length)
      return page(...Array.from({ length: count }, (_, i) => letters + i), `${day} Nov 2026`)
    }
    expect(lines(days(21, 30, 1000), [days(22, 30, 1000)]).length).toBe(62)
    expect(lines(days(21, 14, 2010), [days(22, 14, 2010)]).length).toBe(28)
  })

  test('leaves out a new order of list entries', () => {
    expect(lines(page('- a', '- b', '- c'), [page('- c', '- a', '- b')])).toEqual([])
    expect(lines(page('- a', '- b', '- c'), [page('- c', '- x', '- a')])).toEqual(['-- b', '+- x'])
  })

  test('has a new order of lines that are not a list', () => {
    expect(lines(page('a', 'b', 'c'), [page('c', 'a', 'b')])).toEqual(['+c', '-c'])
  })
})

describe('differences between looks within seconds', () => {
  test('in tokens are left out beside real changes', () => {
    const look = (token: string, price: number) => page(`Buy for ${price} with a${token}`)
    expect(lines(look('1f', 12), [look('2f', 12), look('3f', 12)])).toEqual([])
    expect(lines(look('1f', 12), [look('2f', 13), look('3f', 13)])).toEqual([
      '-Buy for 12 with a1f',
      '+Buy for 13 with a2f',
    ])
    // A single look does not show that.
    expect(lines(look('1f', 12), [look('2f', 12)])).toEqual(['-Buy for 12 with a1f', '+Buy for 12 with a2f'])
  })

  test('in added lines replace one that was removed', () => {
    expect(lines(page('lamps!', 'open'), [page('cake!', 'open'), page('books!', 'open')])).toEqual([])
    expect(lines(page('lamps!', 'open'), [page('cake!', 'closed'), page('books!', 'closed')])).toEqual([
      '-open',
      '+closed',
    ])
    expect(lines(page('lamps!'), [page('cake!', 'closed'), page('books!', 'closed')])).toEqual(['+closed'])
    expect(lines(page('lamps!', 'open'), [page('cake!'), page('books!')])).toHaveLength(1)
    expect(lines(page('a'), [page('cake!', 'a'), page('a')])).toEqual([])
  })

  test('in lines that are removed and back again are left out', () => {
    expect(lines(page('lamps!', 'a'), [page('a'), page('lamps!', 'a')])).toEqual([])
    expect(lines(page('lamps!', 'a'), [page('a'), page('a')])).toEqual(['-lamps!'])
  })

  test('in the order of lines are left out, with the lines around them', () => {
    const looks = [page('b', 'a', 'c'), page('c', 'b', 'a')]
    expect(lines(page('a', 'b', 'c'), looks)).toEqual([])
    expect(lines(page('a', 'b', 'c'), [page('b', 'a', 'x'), page('a', 'b', 'x')])).toEqual(['-c', '+x'])
  })
})

describe('known from earlier runs', () => {
  test('are tokens that differed on three looks', () => {
    const look = (token: string) => page(`seen a${token} of 9`)
    const { known } = told(look('1f'), ['2f', '3f', '4f'].map(look))
    expect(lines(look('1f'), [look('5f')], { known })).toEqual([])
    expect(lines(page('seen a1f of 9'), [page('seen a5f of 8')], { known })).toEqual([
      '-seen a1f of 9',
      '+seen a5f of 8',
    ])
    // With two looks, it may have been an edit.
    const two = told(look('1f'), ['2f', '3f'].map(look)).known
    expect(lines(look('1f'), [look('5f')], { known: two })).toHaveLength(2)
  })

  test('are lines that came and went within three looks', () => {
    const { known } = told(page('a'), [page('a'), page('cake!', 'a'), page('a')])
    expect(lines(page('a'), [page('cake!', 'a')], { known })).toEqual([])
    expect(lines(page('cake!', 'a'), [page('a')], { known })).toEqual([])
    expect(lines(page('a'), [page('lamps!', 'a')], { known })).toEqual(['+lamps!'])
    const gone = told(page('a'), [page('cake!', 'a'), page('a'), page('a')]).known
    expect(lines(page('a'), [page('cake!', 'a')], { known: gone })).toEqual([])
    // A line that was there before and went may be gone for good.
    const before = told(page('cake!', 'a'), [page('cake!', 'a'), page('a'), page('a')]).known
    expect(lines(page('cake!', 'a'), [page('a')], { known: before })).toEqual(['-cake!'])
  })

  test('are lines that moved between looks', () => {
    const { known } = told(page('a', 'b', 'c'), [page('b', 'c', 'a'), page('a', 'b', 'c')])
    expect(lines(page('a', 'b', 'c'), [page('b', 'c', 'a')], { known })).toEqual([])
    expect(lines(page('a', 'b', 'c'), [page('c', 'a', 'b')], { known })).toEqual(['+c', '-c'])
  })

  test('are lines that change in nearly every run, from the fifth change on', () => {
    const told = runs([0, 1, 2, 3, 4, 5, 6].map((i) => page(`word${'x'.repeat(i)}`, 'b')))
    expect(told.map((lines) => lines.length)).toEqual([0, 2, 2, 2, 2, 0, 0])
  })

  test('are lines whose order changes in nearly every run', () => {
    const orders = ['abcd', 'bacd', 'cabd', 'dabc', 'acbd', 'bcda', 'dcba']
    const told = runs(orders.map((order) => page(...order)))
    expect(told.map((lines) => lines.length > 0)).toEqual([false, true, true, true, true, false, false])
  })
})

describe('patterns', () => {
  test('are refused if one is invalid, or if all together are too large', () => {
    const refusal = (...sources: string[]) => {
      try {
        new IgnorePatterns(sources)
        return undefined
      } catch (error) {
        return (error as { details: { parameter: string } }).details.parameter
      }
    }
    expect([refusal(), refusal('a+'), refusal('a', '(')]).toEqual([undefined, undefined, 'options.ignore.1'])
    const size = (count: number) => 'a'.repeat(count)
    expect([refusal(size(900), size(900)), refusal(size(1100), size(1100))]).toEqual([undefined, 'options.ignore'])
  })

  test('are tried one after the other', () => {
    expect(new IgnorePatterns(['b', 'aa']).strip('abaxab')).toBe('xa')
    expect([new IgnorePatterns([]).isEmpty, new IgnorePatterns(['a']).isEmpty]).toEqual([true, false])
  })
})
