import { expect, test } from 'bun:test'
import { issuesOf } from '../../../../plugins/extract/generate/design.ts'
import { designFromPage } from '../../../../plugins/extract/generate/design-from-page.ts'

test('errors of a proposed schema are reported in sentences', () => {
  const noObject = ['it must be a JSON Schema, an object']
  for (const proposed of [null, 'text', [], 5]) expect(issuesOf(proposed)).toEqual(noObject)
  const noProperties = ['its type must be "object", and it must have at least one property in "properties"']
  for (const proposed of [
    {},
    { type: 'object' },
    { type: 'object', properties: {} },
    { type: 'array', properties: { a: {} } },
  ])
    expect(issuesOf(proposed)).toEqual(noProperties)
  expect(issuesOf({ type: 'object', properties: { a: { type: 'string' } } })).toEqual([])
  expect(issuesOf({ type: 'object', properties: { a: { type: 'banana' } } })).toEqual([
    expect.stringContaining('/properties/a'),
  ])
  const deep = { type: 'object', properties: { a: { $ref: 'https://a.example/schema' } } }
  expect(issuesOf(deep)).toHaveLength(1)
})

const designed = (items: Record<string, unknown>) => {
  const page = { url: 'https://a.example/', markdown: 'Weight: 5 kg', structured: { items }, json: null }
  return designFromPage(page).schema.properties
}

test('digits that are a code stay a text in a designed schema, and amounts are numbers', () => {
  const product = {
    type: 'Product',
    gtin13: '0012345678905',
    sku: 5001,
    telephone: '18002077847',
    lot: '007',
    price: '1,299.00',
    width: '0.5',
    made: '1.2.2024',
    identifier: [{ value: '7' }],
  }
  const types = Object.entries(designed({ Product: [product] })).map(([name, schema]) => [
    name,
    (schema as { type: string }).type,
  ])
  expect(Object.fromEntries(types)).toEqual({
    gtin13: 'string',
    sku: 'string',
    telephone: 'string',
    lot: 'string',
    price: 'number',
    width: 'number',
    made: 'string',
    identifier: 'array',
  })
})

test('a schema is designed from what a page is about, not from what surrounds it', () => {
  const crumbs = { 'http://data-vocabulary.org/Breadcrumb': [{ title: 'Home' }] }
  expect(Object.keys(designed(crumbs))).toEqual(['weight'])
  const shop = { Organization: [{ name: 'Kettles' }], ProductGroup: [{ name: 'Kettle', color: 'red' }] }
  expect(Object.keys(designed({ ...crumbs, ...shop }))).toEqual(['name', 'color'])
})
