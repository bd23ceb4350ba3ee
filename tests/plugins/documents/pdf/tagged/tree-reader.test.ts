import { expect, test } from 'bun:test'
import { htmlOf } from '../../../../../plugins/documents/pdf/html.ts'
import type { Run } from '../../../../../plugins/documents/pdf/model.ts'
import { TreeReader } from '../../../../../plugins/documents/pdf/tagged/tree-reader.ts'

const run = (text: string, left: number): Run => ({
  text,
  left,
  right: left + text.length * 5,
  baseline: 100,
  size: 10,
  bold: false,
  italic: false,
  mono: false,
  href: null,
  mark: null,
})

test('the items of a table of contents have no leader dots', () => {
  const marked = new Map([['1', [run('2.1 Kettles', 50), run('..............', 110), run(' 7', 190)]]])
  const reader = new TreeReader(marked, { has: () => false })
  const item = { role: 'TOCI', children: [{ type: 'content', id: '1' }] }
  expect(htmlOf(reader.blocks([{ role: 'TOC', children: [item] }], 0))).toBe('<ul>\n<li>2.1 Kettles 7</li>\n</ul>')
})
