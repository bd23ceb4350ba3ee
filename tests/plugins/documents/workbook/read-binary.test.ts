import { expect, test } from 'bun:test'
import { utils, write } from '@e965/xlsx'
import { readBinary } from '../../../../plugins/documents/workbook/read-binary.ts'

test.each(['biff8', 'biff5', 'xlsb', 'xlml'] as const)(
  'The cells of %p have the values that were written',
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
