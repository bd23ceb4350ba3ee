import { expect, test } from 'bun:test'
import { fitAnswer } from '../../../plugins/models/openai/fit-answer.ts'
import { toStrict } from '../../../plugins/models/openai/strict-schema.ts'

const offer = {
  type: 'object',
  properties: { price: { type: 'number', minimum: 0 }, currency: { enum: ['EUR', 'USD'] } },
  required: ['price'],
}
const product = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  description: 'A product',
  properties: {
    name: { type: 'string', minLength: 1, description: 'As it is sold' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
    offer: { $ref: '#/definitions/offer' },
    weight: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    note: { type: ['string', 'null'] },
  },
  required: ['name'],
  definitions: { offer },
}

test('a strict schema requires all properties, allows no others, and makes optional ones nullable', () => {
  expect(toStrict(product)).toEqual({
    type: 'object',
    description: 'A product',
    properties: {
      name: { type: 'string', description: 'As it is sold' },
      tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
      offer: { anyOf: [{ $ref: '#/$defs/offer' }, { type: 'null' }] },
      weight: { anyOf: [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, { type: 'null' }] },
      note: { type: ['string', 'null'] },
    },
    required: ['name', 'tags', 'offer', 'weight', 'note'],
    additionalProperties: false,
    $defs: {
      offer: {
        type: 'object',
        properties: { price: { type: 'number' }, currency: { anyOf: [{ enum: ['EUR', 'USD'] }, { type: 'null' }] } },
        required: ['price', 'currency'],
        additionalProperties: false,
      },
    },
  })
})

test('a nullable property of OpenAPI stays nullable, even if it is required', () => {
  const isbn = { type: 'string', nullable: true }
  const kind = { enum: ['a', 'b'], nullable: true }
  expect(toStrict({ type: 'object', properties: { isbn, kind }, required: ['isbn', 'kind'] })?.properties).toEqual({
    isbn: { type: ['string', 'null'] },
    kind: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
  })
})

test('a schema that the strict subset cannot express has no strict form', () => {
  const within = (schema: object) => ({ type: 'object', properties: { a: schema } })
  for (const schema of [
    { type: 'object' },
    { type: 'array', items: { type: 'string' } },
    { ...offer, additionalProperties: { type: 'string' } },
    within({ allOf: [offer] }),
    within({ not: { type: 'string' } }),
    within({ type: 'object', patternProperties: { '^x': {} }, properties: {} }),
    within({}),
    within({ type: 'array' }),
    within({ $ref: '#/properties/b' }),
    { ...offer, if: {}, else: {} },
  ])
    expect([JSON.stringify(schema), toStrict(schema)]).toEqual([JSON.stringify(schema), undefined])
})

test('an answer loses nulls for absent properties, and properties that the schema does not name', () => {
  const answer = {
    name: 'Kettle',
    tags: null,
    offer: { price: 3, currency: null, shop: 'x' },
    weight: null,
    note: null,
    secret: 'y',
  }
  expect(fitAnswer(answer, product)).toEqual({ name: 'Kettle', offer: { price: 3 }, note: null })
  // A required property stays, so that the validation finds it.
  expect(fitAnswer({ name: null }, product)).toEqual({ name: null })
  const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true }
  expect(fitAnswer({ a: null, b: 1 }, open)).toEqual({ b: 1 })
  expect(fitAnswer([1], product)).toEqual([1])
})

test('of several forms the one with the names of the answer is used', () => {
  const forms = {
    type: 'object',
    properties: {
      item: {
        anyOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { type: 'object', properties: { b: { type: 'string' }, c: { type: 'string' } } },
        ],
      },
    },
  }
  expect(fitAnswer({ item: { b: 'x', c: null, d: 1 } }, forms)).toEqual({ item: { b: 'x' } })
})

test('dangerous names do not pollute prototypes', () => {
  const value = fitAnswer(JSON.parse('{"__proto__": {"polluted": true}, "name": "x"}'), product)
  expect([value, Object.getPrototypeOf(value), ({} as { polluted?: boolean }).polluted]).toEqual([
    { name: 'x' },
    Object.prototype,
    undefined,
  ])
})
