import { expect, test } from 'bun:test'
import { fillRows, type PlacedCell } from '../../../../../plugins/documents/pdf/tables/placed-cells.ts'

/** A row such as `a@0-10 b@20-30`: each cell with the left and right edge of its text; `-` means no text. */
const row = (written: string): PlacedCell[] =>
  written.split(' ').map((part) => {
    const [text = '', place] = part.split('@')
    const [left = Number.POSITIVE_INFINITY, right = Number.NEGATIVE_INFINITY] = place?.split('-').map(Number) ?? []
    return {
      cell: { spans: [{ text }], columns: 1, rows: 1, isHead: false } as unknown as PlacedCell['cell'],
      left,
      right,
    }
  })
const filled = (...rows: string[]) =>
  fillRows(rows.map(row)).map((cells) => cells.map(({ spans }) => spans[0]?.text ?? '').join('|'))

const whole = 'a@0-10 b@20-30 c@40-50'

test('a row with missing cells gets empty ones where it has no text', () => {
  expect(filled(whole, 'd@2-8 e@42-48')).toEqual(['a|b|c', 'd||e'])
  expect(filled(whole, 'd@22-28 e@42-48')).toEqual(['a|b|c', '|d|e'])
  expect(filled(whole, 'd@2-8 e@22-28')).toEqual(['a|b|c', 'd|e|'])
  expect(filled(whole, 'd@42-48')).toEqual(['a|b|c', '||d'])
})

test('a row keeps all of its cells at any position', () => {
  expect(filled(whole, 'd@42-48 e@52-58')).toEqual(['a|b|c', '|d|e'])
  expect(filled(whole, 'd@12-18 e@14-16')).toEqual(['a|b|c', 'd|e|'])
  expect(filled(whole, 'd@10-20')).toEqual(['a|b|c', 'd||'])
  expect(filled(whole, 'd@2-8 e')).toEqual(['a|b|c', 'd|e|'])
})

test('columns are as wide as the widest cell in complete rows', () => {
  expect(filled('a@0-10 b@40-50', 'c@0-10 d@20-30', 'e@22-24')).toEqual(['a|b', 'c|d', '|e'])
})

test('nothing is filled in if no row has text in all cells', () => {
  expect(filled('a@0-10 b c@40-50', 'd@42-48')).toEqual(['a|b|c', 'd'])
  expect(fillRows([])).toEqual([])
})
