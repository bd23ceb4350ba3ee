import { expect, test } from 'bun:test'
import { readOdfStyles } from '../../../../plugins/documents/odf/styles.ts'
import type { XmlElement } from '../../../../plugins/documents/xml/xml-tree.ts'

const el = (name: string, children: XmlElement[] = [], attributes: Record<string, string> = {}): XmlElement => ({
  name,
  attributes,
  children,
})
/** A style with its text properties and its parent style. */
const style = (name: string, parent?: string, text: Record<string, string> = {}, more: Record<string, string> = {}) =>
  el('style:style', [el('style:text-properties', [], text)], {
    ...{ 'style:family': 'text', 'style:name': name },
    ...(parent !== undefined && { 'style:parent-style-name': parent }),
    ...more,
  })
const read = (...styles: XmlElement[]) =>
  readOdfStyles([undefined, el('office:document-styles', [el('office:styles', styles)])], () => false)
const bold = { 'fo:font-weight': 'bold' }
const italic = { 'fo:font-style': 'italic' }

test('a style inherits from its parent and adds its own properties', () => {
  const { of } = read(style('a', undefined, bold), style('b', 'a', italic), style('c', 'none'))
  const plain = of('text', undefined)
  expect(of('text', 'a').marks).not.toEqual(plain.marks)
  expect(of('text', 'b').marks).toEqual({
    ...of('text', 'a').marks,
    ...read(style('x', undefined, italic)).of('text', 'x').marks,
  })
  expect([of('text', 'c').marks, of('text', 'unknown').marks, of('paragraph', 'a').marks]).toEqual([
    ...[plain.marks, plain.marks, plain.marks],
  ])
})

test('circular styles end, and a chain of parents is followed for twenty steps', () => {
  const { of } = read(style('a', 'b', bold), style('b', 'a', italic))
  expect(of('text', 'a').marks).toEqual(of('text', 'b').marks)
  const chain = (length: number) => {
    const styles = Array.from({ length }, (_, i) => style(`s${i}`, `s${i + 1}`))
    const { of: found } = read(...styles, style(`s${length}`, undefined, bold))
    return JSON.stringify(found('text', 's0').marks) !== JSON.stringify(found('text', undefined).marks)
  }
  expect([chain(20), chain(21)]).toEqual([true, false])
})

test('a style has the meaning of its name, however spaces are encoded in it', () => {
  const { of } = read(
    style('T', undefined, {}, { 'style:display-name': 'Title' }),
    style('h', undefined, { 'text:display': 'none' }),
  )
  expect([of('text', 'T').role, of('text', 'Block_20_Text').role, of('text', 'Contents_20_1').role]).toEqual([
    ...(['title', 'quote', 'contents'] as const),
  ])
  expect([of('text', 'Teletype').role, of('text', 'Body').role]).toEqual(['code', undefined] as never)
  expect([of('text', 'h').hidden, of('text', 'T').hidden ?? false]).toEqual([true, false])
})
