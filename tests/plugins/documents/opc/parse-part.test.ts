import { expect, test } from 'bun:test'
import { parsePart } from '../../../../plugins/documents/opc/parse-part.ts'
import { elementsOf } from '../../../../plugins/documents/xml/xml-tree.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

test('attributes have the usual prefixes, without declarations and marks of edits', () => {
  const root = parsePart(
    `<a:p xmlns:a="${W}" a:id="1" plain="2"><w:r w:rsidR="3"/><w:r w:rsidR="3" w:val="4"/><w:r w:val="5"/></a:p>`,
  )
  expect([root.name, root.attributes]).toEqual(['w:p', { 'w:id': '1', plain: '2' }])
  expect(elementsOf(root).map(({ attributes }) => attributes)).toEqual([{}, { 'w:val': '4' }, { 'w:val': '5' }])
})

test('elements without attributes share one empty object', () => {
  const [first, second, third] = elementsOf(parsePart('<p><r>a</r><r>b</r><r w:rsidR="1">c</r></p>'))
  expect(second!.attributes).toBe(first!.attributes)
  expect(third!.attributes).toBe(first!.attributes)
})
