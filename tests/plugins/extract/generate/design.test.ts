import { expect, test } from 'bun:test'
import { issuesOf } from '../../../../plugins/extract/generate/design.ts'

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
