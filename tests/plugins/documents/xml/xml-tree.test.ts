import { expect, test } from 'bun:test'
import { elementsOf, parseXml, type XmlElement } from '../../../../plugins/documents/xml/xml-tree.ts'

function read(xml: string): XmlElement {
  const root = parseXml(xml)
  if ('refused' in root) throw new Error(root.refused)
  return root
}

test('elements without attributes and children are shared, and others are not', () => {
  const xml = '<r><br/><tab/><br></br><br a="1"/><br>x</br><br><tab/></br><br/></r>'
  const root = read(xml)
  expect(root.children).toEqual([
    { name: 'br', attributes: {}, children: [] },
    { name: 'tab', attributes: {}, children: [] },
    { name: 'br', attributes: {}, children: [] },
    { name: 'br', attributes: { a: '1' }, children: [] },
    { name: 'br', attributes: {}, children: ['x'] },
    { name: 'br', attributes: {}, children: [{ name: 'tab', attributes: {}, children: [] }] },
    { name: 'br', attributes: {}, children: [] },
  ])
  const [first, tab, second, ...more] = elementsOf(root)
  expect(second).toBe(first!)
  expect(more[3]).toBe(first!)
  expect(more[2]!.children[0]).toBe(tab!)
  expect(new Set(elementsOf(root)).size).toBe(5)
})

test('a document with more names than are cached is read like one with few', () => {
  const names = Array.from({ length: 3_000 }, (_, i) => `e${i}`)
  const twice = [...names, ...names]
  const root = read(`<r>${twice.map((name) => `<${name}/>`).join('')}</r>`)
  expect(elementsOf(root).map(({ name }) => name)).toEqual(twice)
  expect(new Set(elementsOf(root)).size).toBeLessThan(twice.length)
})
