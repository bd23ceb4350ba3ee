import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../../plugins/content/budget.ts'
import { columnNames } from '../../../../plugins/content/columns.ts'
import { cutData, fits } from '../../../../plugins/content/cut/data.ts'
import { jsonLength } from '../../../../plugins/content/cut/json-length.ts'
import { cutText } from '../../../../plugins/content/cut/text.ts'
import { evenSpaces, stripped, trimmedLength } from '../../../../plugins/content/white-space.ts'

describe('data', () => {
  test.each([
    ['tea', 5],
    ['', 2],
    [12, 2],
    [null, 4],
    [false, 5],
    [[], 2],
    [[1, 'a'], 2 + 2 + 4],
    [{ a: 1 }, 2 + 5 + 1],
    [{ a: [], bc: { d: null } }, 2 + 5 + 2 + 6 + 2 + 5 + 4],
  ])('takes the length of its JSON, with one more comma for each entry: %j', (data, length) => {
    expect(cutData(data, length)).toEqual({ data, isCut: false, length })
    expect(cutData(data, length - 1)).toMatchObject({ isCut: true, length: length - 1 })
    expect([fits(data, length, (text) => text.length), fits(data, length - 1, (text) => text.length)]).toEqual([
      true,
      false,
    ])
  })

  test.each<[data: unknown, length: number, left: unknown]>([
    ['kettle', 5, 'ket'],
    ['kettle', 2, null],
    [12_345, 4, null],
    [[1, 2, 3], 6, [1, 2]],
    [['kettle', 'pot'], 9, ['kett']],
    [['kettle', 'pot'], 1, null],
    [
      { a: 'kettle', b: 'pot', c: [1, 2], d: { e: 1 }, f: 9 },
      70,
      { a: 'kettle', b: 'pot', c: [1, 2], d: { e: 1 }, f: 9 },
    ],
    [{ a: 'kettle', b: 'pot', c: [1], d: { e: 1 } }, 40, { a: 'kett', b: '', c: [], d: null }],
    [{ a: 'kettle' }, 8, null],
  ])('loses its end: of %j in %i characters it is %j', (data, length, left) => {
    expect(JSON.parse(JSON.stringify(cutData(data, length).data))).toEqual(left)
  })

  test('keeps all of sixteen properties, and as many of seventeen as fit', () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${String(i).padStart(2, '0')}`, 'kettle']))
    const namesOf = (count: number) => Object.keys(cutData(named(count), 200).data as object)
    expect(namesOf(16)).toHaveLength(16)
    expect(namesOf(17)).toHaveLength(13)
  })

  test('may be measured by the bytes of its texts', () => {
    const measured = cutData(['é'.repeat(10), 'tea'], 20, jsonLength)
    expect(measured).toEqual({ data: ['é'.repeat(7)], isCut: true, length: 20 })
  })
})

test('a text takes as many bytes as in JSON', () => {
  for (const text of [
    'tea',
    '"\\',
    '\b\t\n\f\r',
    '\0\u001f',
    '\u007f\u0080é\u07ff',
    '\u0800語\uffff',
    '😀',
    '\ud83d',
    '\ude00',
    '\ude00\ud83d',
    '\ud83d\ud83d\ude00',
  ])
    expect([text, jsonLength(text)]).toEqual([text, new TextEncoder().encode(JSON.stringify(text)).length - 2])
})

test('a text ends at the last boundary of its last tenth', () => {
  expect(cutText('one two three', 13)).toBe('one two three')
  expect(cutText('one two three', 12)).toBe('one two thre')
  expect(cutText(`${'a'.repeat(89)} ${'b'.repeat(30)}`, 100)).toBe(`${'a'.repeat(89)} ${'b'.repeat(10)}`)
  expect(cutText(`${'a'.repeat(90)} ${'b'.repeat(30)}`, 100)).toBe('a'.repeat(90))
  expect(cutText(`${'a'.repeat(91)} b cd ${'e'.repeat(30)}`, 100)).toBe(`${'a'.repeat(91)} b cd`)
  expect(cutText(`${'a'.repeat(91)}\nb cd ${'e'.repeat(30)}`, 100)).toBe('a'.repeat(91))
  expect(cutText(`${'a'.repeat(91)}\n\nb\n${'e'.repeat(30)}`, 100)).toBe('a'.repeat(91))
  expect(cutText(`${'a'.repeat(100)} b`, 100)).toBe('a'.repeat(100))
  expect(cutText('ab😀cd', 3)).toBe('ab')
  expect(cutText('ab😀cd', 4)).toBe('ab😀')
})

describe('the maximum output of a page', () => {
  const [KIB, MIB] = [1024, 1024 * 1024]

  test('is in proportion to its size, and never more than 16 MiB', () => {
    const of = (bytes: number) => {
      const { maxLength, maxDataLength } = new Budget(bytes)
      return [maxLength, maxDataLength]
    }
    expect([of(0), of(1000), of(3 * MIB)]).toEqual([
      [256 * KIB, 256 * KIB],
      [256 * KIB + 8000, 256 * KIB + 32_000],
      [16 * MIB, 16 * MIB],
    ])
  })

  test('causes one warning when it is exceeded, with the remaining length', () => {
    const budget = new Budget(1000)
    budget.warnOfCut('markdown', 256 * KIB + 100)
    budget.warnOfCut('markdown', 256 * KIB)
    budget.warnOfCut('html', 1.58 * MIB)
    budget.warnOfCut('json', MIB)
    budget.warnOfCut('text', 16 * MIB)
    expect(budget.warnings).toEqual([
      'The markdown was cut at 256 KiB: more would be out of proportion to its source',
      'The html was cut at 1.5 MiB: more would be out of proportion to its source',
      'The json was cut at 1 MiB: more would be out of proportion to its source',
      'The text was cut at 16 MiB: no format may have more',
    ])
  })
})

test('columns have distinct names', () => {
  expect(columnNames(['a', ' b ', '', 'a', 'a', 'a 2', '', 'column3'])).toEqual([
    'a',
    'b',
    'column3',
    'a 2',
    'a 3',
    'a 2 2',
    'column7',
    'column3 2',
  ])
  expect(columnNames(['x'.repeat(101)])).toEqual(['x'.repeat(100)])
  expect(columnNames([`${'x'.repeat(99)}\u{1f642}`])[0]!.isWellFormed()).toBe(true)
})

test('all kinds of white space become one space, and are trimmed together with given characters', () => {
  expect(['a b', 'a  b', 'a\tb', 'a\u00a0 \n b', ' a ', '\n'].map(evenSpaces)).toEqual([
    'a b',
    'a b',
    'a b',
    'a b',
    ' a ',
    ' ',
  ])
  const wide = '\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
  const blanks = ['', ' ', '\t\n\v\f\r', wide, '\u0008', '\u000e', '\u200b']
  expect(blanks.map((blank) => trimmedLength(`${blank}a b${blank}`))).toEqual([3, 3, 3, 3, 5, 5, 5])
  expect(blanks.map((blank) => stripped(`${blank}a${blank}`, '', ''))).toEqual(
    blanks.map((blank) => `${blank}a${blank}`.trim()),
  )
  expect(trimmedLength(' \n ')).toBe(0)
  expect(stripped('#  a # ¶', '#', '#¶')).toBe('a')
  expect(stripped('¶ a #', '#', '¶')).toBe('¶ a #')
  expect(stripped('###', '#', '#')).toBe('')
})
