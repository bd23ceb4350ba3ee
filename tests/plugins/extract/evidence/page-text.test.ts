import { describe, expect, test } from 'bun:test'
import { Numbers } from '../../../../plugins/extract/evidence/numbers.ts'
import { normalise, PageText } from '../../../../plugins/extract/evidence/page-text.ts'
import { writtenDates } from '../../../../plugins/extract/evidence/written-dates.ts'

const placed = (raw: string, span: { from: number; to: number } | null) =>
  span === null ? null : [span.from, raw.slice(span.from, span.to)]
const found = (raw: string, wanted: string, ...names: string[]) => placed(raw, new PageText(raw).find(wanted, names))

describe('a value in a text', () => {
  test.each<[text: string, wanted: string, at: [number, string] | null]>([
    ['A Blue  Kettle', 'blue kettle', [2, 'Blue  Kettle']],
    ['A **Blue** Kettle', 'Blue Kettle', [4, 'Blue** Kettle']],
    ['It’s “new”', `it's "new"`, [0, 'It’s “new”']],
    ['5–7 cups', '5-7', [0, '5–7']],
    ['wait… what', 'wait...', [0, 'wait…']],
    ['so\u00adft tea', 'soft', [0, 'so\u00adft']],
    ['24 of 4', '4', [6, '4']],
    ['24', '4', null],
    ['42', '4', null],
    ['Kettles', 'Kettle', null],
    ['-4-', '4', [1, '4']],
    ['x4', '-4', null],
    ['¥水壶很热', '水壶', [1, '水壶']],
    ['a|b', 'a b', [0, 'a|b']],
    ['anything', ' ', null],
    ['ﬁne', 'fine', [0, 'ﬁne']],
    ['By [Ann](/a_(b) "c") and ![x](y) co', 'by ann and', [0, 'By [Ann](/a_(b) "c") and']],
    ['2 [cups](/c)[flour](/f)', 'cup', null],
    ['the CO<sub>2</sub> of', 'CO2', [4, 'CO<sub>2']],
  ])('of %j, %j is found at %j', (text, wanted, at) => {
    expect(found(text, wanted)).toEqual(at)
  })

  test('is preferred beside its name, or else at its first place', () => {
    const text = 'Size: 4. Rating: 4. Cups: 4.'
    expect(found(text, '4', 'rating')).toEqual([17, '4'])
    expect(found(text, '4', 'weight', 'cups')).toEqual([17 + 9, '4'])
    expect(found(text, '4', 'weight')).toEqual([6, '4'])
    expect(found(`rating ${'.'.repeat(73)}4`, '4', 'rating')).toEqual([80, '4'])
    const far = `4 rating ${'.'.repeat(80)}4`
    expect(found(far, '4', 'rating')).toEqual([0, '4'])
  })

  test('is looked for in its first twenty places', () => {
    expect(found(`${'14 '.repeat(19)}4`, '4')).toEqual([57, '4'])
    expect(found(`${'14 '.repeat(20)}4`, '4')).toBeNull()
  })

  test('counts the characters that were searched', () => {
    const text = new PageText('A  kettle')
    text.find('kettle', [])
    text.find('', [])
    text.findAround('kettle', ['a kettle'])
    expect(text.searched).toBe(2 * 'a kettle'.length)
  })

  test('is named by the text shortly before it', () => {
    const text = new PageText(`The  Rating:4 ${'.'.repeat(80)}5`)
    const at = (from: number) => text.isNamed({ from, to: from + 1 }, ['weight', 'the rating'])
    expect([at(12), at(94)]).toEqual([true, false])
  })
})

test('a text is compared without case, markup and typographic variants', () => {
  expect(normalise('  A\u00a0“b”\n\n`C`—d…  ')).toBe('a "b" c-d... ')
})

describe('one of several spellings around a year', () => {
  const around = (text: string, ...written: string[]) => placed(text, new PageText(text).findAround('2024', written))

  test.each<[text: string, written: string[], at: [number, string] | null]>([
    ['On March 1, 2024 and later', ['1 march 2024', 'march 1, 2024'], [3, 'March 1, 2024']],
    ['2024-03-01', ['2024-03-01'], [0, '2024-03-01']],
    ['2024 or 1 March 2024', ['1 March 2024'], [8, '1 March 2024']],
    ['11 March 2024', ['1 March 2024'], null],
    ['at: 2024-03-01T10:00Z', ['2024-03-01'], [4, '2024-03-01']],
    ['12024-03-01T10:00Z', ['2024-03-01'], null],
    ['2024-03-01Then', ['2024-03-01'], null],
    ['1 March 20245', ['1 March 2024'], null],
    ['1 March 2023', ['1 March 2024'], null],
  ])('of %j, %j is found at %j', (text, written, at) => {
    expect(around(text, ...written)).toEqual(at)
  })
})

test('numbers are found by value, and durations by their minutes', () => {
  const text = 'Now € 1.299,50 or 1,299.5 for 1 hr 5 min, PT90M, 10-20 and -3; 12’000 or x−7'
  const numbers = new Numbers(new PageText(text))
  const at = (number: number) => numbers.of(number).map((span) => placed(text, span))
  const lasting = (minutes: number) => numbers.lasting(minutes).map((span) => placed(text, span))
  expect(at(1299.5)).toEqual([
    [6, '1.299,50'],
    [18, '1,299.5'],
  ])
  expect([at(20), at(-20), at(-3), at(3), at(7), at(12_000), at(77)]).toEqual([
    [[51, '-20']],
    [],
    [[59, '-3']],
    [],
    [[74, '−7']],
    [[63, '12’000']],
    [],
  ])
  expect([lasting(65), lasting(90), lasting(5), lasting(66)]).toEqual([
    [[30, '1 hr 5 min']],
    [[42, 'PT90M']],
    [[35, '5 min']],
    [],
  ])
  const large = new Numbers(new PageText('1万2000円, 5千克, 1.5億, 3.7 million'))
  expect([12_000, 5, 5000, 150_000_000, 3_700_000].map((number) => large.of(number).length)).toEqual([1, 1, 0, 1, 1])
  // It occurs nowhere as a number, so the duration is found.
  expect(at(65)).toEqual([[30, '1 hr 5 min']])
})

test('up to twenty places of a number are known', () => {
  expect(new Numbers(new PageText('7 '.repeat(30))).of(7)).toHaveLength(20)
})

test('a day is spelled in figures and in words, in the language of the page and in English', () => {
  const written = writtenDates('2026-03-01', 'de')
  for (const text of [
    '2026-03-01',
    '2026/03/01',
    '01.03.2026',
    '1.3.2026',
    '01/03/2026',
    '03/01/2026',
    '3/1/2026',
    '1/3/2026',
    '01-03-2026',
    '2026年3月1日',
    '1. März 2026',
    '1 March 2026',
    '01 Mar 2026',
    'March 1, 2026',
    'March 01, 2026',
    'Mar. 1, 2026',
    'March 1st, 2026',
    '1st March 2026',
    '1 de März de 2026',
  ])
    expect(written).toContain(text)
  const others: [string, string][] = [
    ['ru', '1 марта 2026'],
    ['pl', '1 marca 2026'],
    ['fi', '1. maaliskuuta 2026'],
    ['fr', '1er mars 2026'],
    ['es', '1 de marzo de 2026'],
    ['hu', '2026. március 1'],
    ['ko', '2026년 3월 1일'],
    ['ko', '2026. 3. 1'],
    ['ja', '2026年03月01日'],
  ]
  for (const [language, text] of others) expect(writtenDates('2026-03-01', language)).toContain(text)
  expect(writtenDates('2026-03-01T10:00:00Z', 'en')[0]).toBe('2026-03-01T10:00:00Z')
  expect(writtenDates('2026-03-01', 'made up').length).toBeGreaterThan(20)
  for (const none of ['2026-03', '2026-03-011', 'March 1, 2026', ''])
    expect([none, writtenDates(none, 'en')]).toEqual([none, []])
})
