import { expect, test } from 'bun:test'
import { fillFromStructured } from '../../../../plugins/extract/structured/index.ts'
import { number, text } from './fill.ts'

const product = { name: text, price: number }
const filled = (parserName: string, json: unknown, properties: Record<string, unknown> = product) => {
  const page = { url: 'https://site.example/file', markdown: '', structured: null, json, metadata: { parserName } }
  return JSON.parse(JSON.stringify(fillFromStructured({ type: 'object', properties }, [page]).data))
}
const listed = { products: { type: 'array', items: { type: 'object', properties: product } } }
const kettle = { name: 'Blue Kettle', price: 24.5 }
const pot = { name: 'Red Pot', price: 3 }

test('a schema is filled from the objects of JSON and XML, however deep', () => {
  expect(filled('json', { ...kettle, tags: ['a'] })).toEqual(kettle)
  expect(filled('json', { result: { page: 1, product: kettle } })).toEqual(kettle)
  expect(filled('xml', { root: { name: 'Blue Kettle', price: '24.50' } })).toEqual(kettle)
  expect(filled('json', { name: 'Shop' })).toEqual({ name: 'Shop', price: null })
})

test('a list is filled from the rows of a table and from lists of objects', () => {
  expect(filled('spreadsheet', [kettle, pot], listed)).toEqual({ products: [kettle, pot] })
  expect(filled('spreadsheet', { Sheet1: [kettle, pot], Notes: [] }, listed)).toEqual({ products: [kettle, pot] })
  expect(filled('json', { data: { found: [kettle, pot] } }, listed)).toEqual({ products: [kettle, pot] })
})

test('a table with a single row fills an object, and one with several does not', () => {
  expect(filled('spreadsheet', [kettle])).toEqual(kettle)
  expect(filled('json', [{ ...kettle, maker: { name: 'Ada' } }], { ...product, maker: text })).toMatchObject(kettle)
  expect(filled('spreadsheet', [kettle, pot])).toEqual({ name: null, price: null })
})

test('lines of plain text are labels', () => {
  expect(filled('text', { title: null, paragraphs: ['Name: Blue Kettle\nPrice: 24.5', 'The end.'] })).toEqual(kettle)
})

test('the outline of a page is no data', () => {
  const block = { type: 'paragraph', text: 'Nothing', price: 3 }
  expect(filled('html', { title: 'Page', sections: [{ heading: 'Page', content: [block] }] })).toEqual({
    name: null,
    price: null,
  })
})

test('an object with a million fields is read too', () => {
  const counts = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [i, i]))
  expect(filled('json', { product: kettle, counts })).toEqual(kettle)
}, 60_000)
