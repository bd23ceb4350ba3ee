import { expect, test } from 'bun:test'
import { layOut } from '../../../../../plugins/documents/pdf/layout/lay-out.ts'
import { textOf } from '../../../../../plugins/documents/pdf/model.ts'

const look = { size: 10, bold: false, italic: false, mono: false, href: null, mark: null }

test.each([
  ['the right', true, ['النوع', 'السعر']],
  ['the left', false, ['السعر', 'النوع']],
])('the columns of a table are read from %s like its text', (_, isRightToLeft, names) => {
  const row = (baseline: number, price: string, kind: string) => [
    { ...look, baseline, text: price, left: 100, right: 140 },
    { ...look, baseline, text: kind, left: 300, right: 340 },
  ]
  const runs = [row(100, 'السعر', 'النوع'), row(114, '12.50', 'أخضر'), row(128, '9', 'أسود')].flat()
  const facts = { words: new Set<string>(), bodySize: 10, isRightToLeft }
  const [table] = layOut([[{ width: 600, height: 800, runs, rulings: [] }]], facts)[0]!.flat()
  expect(table?.kind === 'table' && table.rows[0]!.map(({ spans }) => textOf(spans))).toEqual(names)
})
