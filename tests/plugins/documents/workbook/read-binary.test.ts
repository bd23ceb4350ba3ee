import { expect, test } from 'bun:test'
import { utils, write } from '@e965/xlsx'
import { readBinary } from '../../../../plugins/documents/workbook/read-binary.ts'

test.each(['biff8', 'biff5', 'xlsb', 'xlml'] as const)(
  'the cells of %p have the values that were written',
  (format) => {
    const rows = [
      ['Copper kettle', true, false],
      [19.5, 0, null],
    ]
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Stock')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: format }))
    expect(
      readBinary(bytes).grids.map(({ name, rows }) => [name, rows.map((row) => [...row, null].slice(0, 3))]),
    ).toEqual([['Stock', rows]])
  },
)

test.each(['biff8', 'xlsb', 'xlml'] as const)('hours of more than a day in %p are not dates', (format) => {
  const sheet = utils.aoa_to_sheet([['Hours'], [1.5], [-0.25], [0.5]])
  for (const cell of ['A2', 'A3']) sheet[cell].z = '[h]:mm'
  sheet.A4.z = 'h:mm'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Work')
  const { rows } = readBinary(new Uint8Array(write(book, { type: 'array', bookType: format }))).grids[0]!
  expect(rows.map(([cell]) => cell).slice(0, 3)).toEqual(['Hours', '36:00:00', '-06:00:00'])
  expect(rows[3]![0]).toBeInstanceOf(Date)
})
