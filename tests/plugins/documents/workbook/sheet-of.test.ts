import { expect, test } from 'bun:test'
import type { Cell, Grid } from '../../../../plugins/documents/workbook/grid.ts'
import { sheetOf } from '../../../../plugins/documents/workbook/sheet-of.ts'

const EPOCH = Date.UTC(1899, 11, 31)
const at = (text: string, ms = 0) => new Date(Date.parse(`${text}Z`) + ms)
const sheet = (rows: Cell[][], more: Partial<Grid> = {}) => sheetOf({ name: 'S', rows, epoch: EPOCH, ...more })?.sheet

test('dates of a column all have their time where one has', () => {
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

test('a time that is kept as a part of a day is the second that it stands for', () => {
  const near = [at('2024-03-01T09:30:00', -1), at('2024-03-01T00:00:00', 5), at('2024-03-01T09:30:00', 250)]
  expect(sheet([['a', 'b', 'c'], near])?.rows).toEqual([
    ['2024-03-01T09:30:00', '2024-03-01', '2024-03-01T09:30:00.250'],
  ])
})

test('before the first day of the calendar there are times of day alone', () => {
  expect(sheet([['from'], [at('1899-12-30T13:45:00')]])?.rows).toEqual([['13:45:00']])
})

test('numbers are as programs show them', () => {
  expect(
    sheet([
      ['a', 'b'],
      [0.1 + 0.2, 123_456_789_012_345_680],
    ])?.rows,
  ).toEqual([[0.3, 123_456_789_012_345_680]])
})

test('a merged cell says the same in each of its rows', () => {
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

test('empty rows and columns around a table are none of it, and of a sheet too large there are the first rows', () => {
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
