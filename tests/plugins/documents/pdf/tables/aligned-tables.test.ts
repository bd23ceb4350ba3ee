import { expect, test } from 'bun:test'
import { takeAlignedTables } from '../../../../../plugins/documents/pdf/tables/aligned-tables.ts'
import { lineOf } from '../../../../../plugins/documents/pdf/text/lines.ts'
import { growth, LINEAR } from '../../../../growth.ts'

const words = new Set<string>()

/** A line of three letters in points from the left and the top. */
const line = (left: number, baseline: number, mono: boolean) =>
  lineOf([
    {
      text: 'abc',
      left,
      right: left + 15,
      baseline,
      size: 10,
      bold: false,
      italic: false,
      mono,
      href: null,
      mark: null,
    },
  ])

test.each([
  ['code, in columns', true, () => [10, 100]],
  ['text in other columns in each row', false, (row: number) => [10 + 40 * (row % 20), 10 + 40 * ((row + 1) % 20)]],
])('rows that look like those of a table and are %s take linear time', (_, mono, columns) => {
  const rows = (size: number) =>
    Array.from({ length: size }, (_, i) => columns(i).map((left) => line(left, 12 * i, mono))).flat()
  const lines = rows(300)
  expect(takeAlignedTables(lines, words).some((each) => 'kind' in each)).toBe(false)
  expect(growth(rows, (made) => takeAlignedTables(made, words), 200)).toBeLessThan(LINEAR)
})
