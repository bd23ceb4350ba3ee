import { expect, test } from 'bun:test'
import type { Cell, Grid } from '../../../../plugins/documents/workbook/grid.ts'
import { sheetOf } from '../../../../plugins/documents/workbook/sheet-of.ts'

const EPOCH = Date.UTC(1899, 11, 31)
const at = (text: string, ms = 0) => new Date(Date.parse(`${text}Z`) + ms)
const sheet = (rows: Cell[][], more: Partial<Grid> = {}) => sheetOf({ name: 'S', rows, epoch: EPOCH, ...more })?.sheet

test('all dates of a column have a time if one has', () => {
  const [day, time] = [at('2024-03-01T00:00:00'), at('2024-03-02T09:30:00')]
  expect(
    sheet([
      ['day', 'time'],
      [day, day],
      [day, time],
    ])?.rows,
  ).toEqual([
    ['2024-03-01', '2024-03-01T00:00:00'],
    ['2024-03-01', '2024-03-02T09:30:00'],
  ])
})

test('a time that is stored as a fraction of a day has no rounding errors', () => {
  const near = [at('2024-03-01T09:30:00', -1), at('2024-03-01T00:00:00', 5), at('2024-03-01T09:30:00', 250)]
  expect(sheet([['a', 'b', 'c'], near])?.rows).toEqual([
    ['2024-03-01T09:30:00', '2024-03-01', '2024-03-01T09:30:00.250'],
  ])
})

test('dates and numbers above a table are written like those in it', () => {
  const rows = [
    [at('2006-09-11T00:00:00')],
    [0.1 + 0.2],
    [' '],
    [at('2006-09-11T08:30:00')],
    ['a', 'b', 'c'],
    ['x', 'y', 'z'],
  ]
  expect(sheet(rows)?.notes).toEqual(['2006-09-11', '0.3', '2006-09-11T08:30:00'])
})

test('only times of day exist before the first day of the calendar', () => {
  expect(sheet([['from'], [at('1899-12-30T13:45:00')]])?.rows).toEqual([['13:45:00']])
})

test('numbers are written as programs show them', () => {
  expect(
    sheet([
      ['a', 'b'],
      [0.1 + 0.2, 123_456_789_012_345_680],
    ])?.rows,
  ).toEqual([[0.3, 123_456_789_012_345_680]])
})

test('a merged cell has its value in each of its rows', () => {
  const merges = [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }]
  const rows: Cell[][] = [
    ['who', 'what'],
    ['Ada', 'one'],
    [null, 'two'],
  ]
  expect(sheet(rows, { merges })?.rows).toEqual([
    ['Ada', 'one'],
    ['Ada', 'two'],
  ])
})

test('empty rows and columns around a table are removed, and only the first rows of a large sheet are given', () => {
  const rows: Cell[][] = [[], [null, 'a', 'b'], [null, 1, 2], [null, 3, 4], []]
  expect(sheet(rows)).toMatchObject({
    columns: ['a', 'b'],
    rows: [
      [1, 2],
      [3, 4],
    ],
  })
  expect(sheetOf({ name: 'S', rows, epoch: EPOCH }, 5)).toMatchObject({ isCut: true, sheet: { rows: [[1, 2]] } })
  expect(sheet([[null, ''], []])).toBeUndefined()
})
