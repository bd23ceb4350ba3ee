import { expect, test } from 'bun:test'
import { fitAnswer } from '../../../plugins/models/openai/fit-answer.ts'

const text = { type: 'string' }
const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest })

test('nulls for absent properties are removed, and those that are required or allowed stay', () => {
  const schema = object(
    {
      plain: text,
      required: text,
      nullable: { type: ['string', 'null'] },
      only: { type: 'null' },
      any: {},
      listed: { enum: ['a', null] },
      unlisted: { enum: ['a'] },
      fixed: { const: null },
      other: { const: 1 },
      choice: { anyOf: [text, { type: 'null' }] },
      one: { oneOf: [text, { type: 'number' }] },
      shape: { properties: { a: text } },
      list: { items: text },
      flag: true,
      referred: { $ref: '#/$defs/maybe' },
    },
    { required: ['required'], $defs: { maybe: { type: ['number', 'null'] } } },
  )
  const names = Object.keys(schema.properties)
  const fitted = fitAnswer(Object.fromEntries(names.map((name) => [name, null])), schema) as object
  expect(Object.keys(fitted)).toEqual([
    ...['required', 'nullable', 'only', 'any', 'listed', 'fixed', 'choice', 'flag', 'referred'],
  ])
})

test('properties that the schema does not name are removed, unless it allows any', () => {
  const value = { a: 'x', b: 'y' }
  expect(fitAnswer(value, object({ a: text }))).toEqual({ a: 'x' })
  expect(fitAnswer(value, object({ a: text }, { additionalProperties: false }))).toEqual({ a: 'x' })
  expect(fitAnswer(value, object({ a: text }, { additionalProperties: true }))).toEqual(value)
  expect(fitAnswer(value, object({ a: text }, { additionalProperties: text }))).toEqual(value)
  expect(fitAnswer(value, object({ a: text }, { patternProperties: { b: text } }))).toEqual(value)
  expect(fitAnswer(value, { type: 'object' })).toEqual(value)
})

test('values within lists, objects and references are fitted too', () => {
  const inner = object({ a: text })
  const schema = object(
    { list: { type: 'array', items: { $ref: '#/$defs/inner' } }, deep: object({ inner }), any: { type: 'array' } },
    { $defs: { inner } },
  )
  const given = { a: 'x', b: null }
  expect(fitAnswer({ list: [given, 'odd'], deep: { inner: given, c: 1 }, any: [given] }, schema)).toEqual({
    list: [{ a: 'x' }, 'odd'],
    deep: { inner: { a: 'x' } },
    any: [given],
  })
})

test("of several choices the one with the value's type and names is used", () => {
  const choices = [
    object({ name: text }),
    object({ name: text, price: { type: 'number' } }),
    { type: 'array', items: object({ a: text }) },
  ]
  for (const keyword of ['anyOf', 'oneOf']) {
    const fit = (value: unknown) => fitAnswer(value, { [keyword]: choices })
    expect(fit({ name: 'n', x: 1 })).toEqual({ name: 'n' })
    expect(fit({ name: 'n', price: 1, x: 1 })).toEqual({ name: 'n', price: 1 })
    expect(fit([{ a: 'x', b: 1 }])).toEqual([{ a: 'x' }])
    expect(fit('text')).toBe('text')
  }
  expect(fitAnswer({ a: 1, b: 2 }, { anyOf: [{ type: 'integer' }, { properties: { a: {} } }] })).toEqual({ a: 1 })
  expect(fitAnswer(5, { anyOf: [text, { type: 'integer' }] })).toBe(5)
})

test('references are resolved by their escaped names, and ignored if they have no target', () => {
  const $defs = { 'a/b~c': object({ x: text }), list: [object({ y: text })], loop: { $ref: '#/$defs/loop' } }
  const fit = ($ref: string, value: unknown) => fitAnswer(value, { $ref, $defs })
  expect(fit('#/$defs/a~1b~0c', { x: '1', z: 2 })).toEqual({ x: '1' })
  expect(fit('#/$defs/list/0', { y: '1', z: 2 })).toEqual({ y: '1' })
  for (const ref of ['#/$defs/none', 'https://else.example/', '#/$defs/loop', '#/$defs/constructor'])
    expect([ref, fit(ref, { z: 2 })]).toEqual([ref, { z: 2 }])
})

test('an invalid schema leaves the answer as it is', () => {
  for (const schema of [true, false, null, 5]) expect(fitAnswer({ a: null }, schema as never)).toEqual({ a: null })
})
