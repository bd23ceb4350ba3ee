import { expect, test } from 'bun:test'
import { isApiError } from 'weirjs'
import { readSchema } from '../../../../plugins/extract/json-schema/index.ts'

/** The refusal of a schema: its code, and the issues or the details. */
const refusal = (schema: unknown): { code: string; message: string; details: Record<string, unknown> } => {
  try {
    readSchema(schema)
  } catch (error) {
    if (isApiError(error) && error.status === 400)
      return { code: error.code, message: error.message, details: error.details }
    throw error
  }
  return { code: 'none', message: '', details: {} }
}
const codeOf = (schema: unknown) => refusal(schema).code
const object = (properties: Record<string, unknown>, rest: object = {}) => ({ type: 'object', properties, ...rest })
const listOf = (count: number, make: (i: number) => unknown) => Array.from({ length: count }, (_, i) => make(i))
const named = (count: number, make: (i: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, make(i)]))

test('an invalid JSON Schema of an object is refused, and each fault has its path', () => {
  for (const schema of ['nope', [], null, 7, true, undefined]) expect(codeOf(schema)).toBe('invalid_schema')
  const { code, details } = refusal({
    type: 'object',
    required: 'name',
    properties: {
      a: { type: 'banana' },
      b: { type: 'string', minLength: -1 },
      'c/d': { items: 'x' },
      e: { anyOf: [] },
      f: 'string',
      g: { enum: [] },
      h: { multipleOf: 0 },
      i: { $ref: '#/$defs/none' },
      j: { pattern: '(' },
      k: { unevaluatedProperties: false },
      l: { minimum: '1' },
    },
  })
  expect(code).toBe('invalid_schema')
  const issues = details.issues as string[]
  for (const path of [
    '/required must',
    '/properties must',
    '/properties/a/type must',
    '/properties/b/minLength must',
    '/properties/c~1d/items must',
    '/properties/e/anyOf must',
    '/properties/g/enum must',
    '/properties/h/multipleOf must',
    '/properties/i/$ref does not resolve',
    '/properties/j/pattern is',
    '/properties/k/unevaluatedProperties is',
    '/properties/l/minimum must',
  ])
    expect(issues.some((issue) => issue.startsWith(path)) ? path : issues).toBe(path)
  expect(codeOf({ type: 'array', items: {} })).toBe('invalid_schema')
  expect(codeOf({ type: 'banana' })).toBe('invalid_schema')
  expect(codeOf({ type: 'object', properties: 'x' })).toBe('invalid_schema')
})

test('schemas that people and generators write are accepted', () => {
  const pydantic = {
    $defs: {
      Offer: object({ price: { anyOf: [{ type: 'number' }, { type: 'null' }], default: null, title: 'Price' } }),
    },
    ...object({
      name: { type: 'string', examples: ['Kettle'] },
      offers: { type: 'array', items: { $ref: '#/$defs/Offer' } },
    }),
    title: 'Product',
  }
  const zod = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...object({ a: { type: ['string', 'null'] } }),
  }
  const openApi = object({ a: { type: 'string', nullable: true, example: 'x', 'x-order': 1 } })
  const draft7 = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: { a: {} },
    allOf: [{ $ref: '#/definitions/a' }],
  }
  for (const schema of [pydantic, zod, openApi, draft7, {}, { type: 'object' }, { type: ['object', 'null'] }])
    expect(refusal(schema).message).toBe('')
})

const nested = (levels: number): object => (levels === 0 ? { type: 'string' } : object({ inner: nested(levels - 1) }))
const rows = (levels: number): object => (levels === 0 ? {} : { type: 'array', items: rows(levels - 1) })
const branches = (count: number) => ({ anyOf: listOf(count, () => ({ type: 'string' })) })

test('each limit is exact', () => {
  const size = (bytes: number) => {
    const schema = object({ a: { description: '' } })
    schema.properties.a = { description: 'x'.repeat(bytes - JSON.stringify(schema).length) }
    return schema
  }
  /** 1 for the object itself, 39 times 50 for the targets of its references, and the rest. */
  const expanded = (count: number) => ({
    ...object({ ...named(39, () => ({ $ref: '#/$defs/a' })), rest: object(named(count - 1952, () => ({}))) }),
    $defs: { a: object(named(48, () => ({}))) },
  })
  const bounds: [string, unknown, unknown][] = [
    ['expanded', expanded(2000), expanded(2001)],
    ['depth', nested(8), nested(9)],
    ['depth', object({ a: rows(7) }), object({ a: rows(8) })],
    ['properties', object(named(200, () => ({}))), object(named(201, () => ({})))],
    ['properties', object(named(100, () => object({ a: {} }))), object(named(101, () => object({ a: {} })))],
    ['bytes', size(65_536), size(65_537)],
    ['bytes', object({ a: { enum: ['é'.repeat(32_000)] } }), object({ a: { enum: ['é'.repeat(33_000)] } })],
    ['branches', object({ a: branches(8) }), object({ a: branches(9) })],
    ['branchesInAll', object(named(8, () => branches(8))), object(named(9, () => branches(8)))],
    ['enumValues', object({ a: { enum: listOf(1_000, String) } }), object({ a: { enum: listOf(1_001, String) } })],
    ['pattern', object({ a: { pattern: 'a'.repeat(512) } }), object({ a: { pattern: 'a'.repeat(513) } })],
    [
      'patternInstructions',
      object({ a: { pattern: 'a{900}' }, b: { pattern: 'b{900}' } }),
      object(named(3, (i) => ({ pattern: `${i}{900}` }))),
    ],
  ]
  for (const [limit, within, over] of bounds) {
    expect([limit, codeOf(within)]).toEqual([limit, 'none'])
    const { code, details } = refusal(over)
    expect([code, details.limit]).toEqual(['schema_too_complex', limit])
  }
})

test('a reference points to a schema within the schema, and is never circular', () => {
  for (const $ref of ['https://example.org/a.json', 'other.json', '//host/a', 'file:///etc/passwd', ''])
    expect(codeOf(object({ a: { $ref } }))).toBe('schema_too_complex')
  for (const $ref of ['#/nowhere', '#name', '#/required/0', '#/properties/toString'])
    expect(codeOf(object({ a: { $ref } }, { required: ['a'] }))).toBe('invalid_schema')
  expect(codeOf(object({ a: { $ref: '#' } }))).toBe('schema_too_complex')
  for (const [$ref, reason, said] of [
    [`https://example.org/${'x'.repeat(200)}`, 'remote', 'is not fetched'],
    [`#/properties/${'x'.repeat(200)}`, 'circular', 'refers to itself'],
  ] as const) {
    const { message, details } = refusal(object({ ['x'.repeat(200)]: { $ref } }))
    expect(details).toEqual({ $ref: $ref.slice(0, 200), reason })
    expect(message).toContain(`"${$ref.slice(0, 200)}"`)
    expect(message).toContain(said)
  }
  expect(
    codeOf({ ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
  ).toBe('schema_too_complex')
  // The target of a reference is checked anywhere.
  expect(codeOf({ ...object({ a: { $ref: '#/examples/0' } }), examples: [{ type: 'banana' }] })).toBe('invalid_schema')
  const again = {
    ...object({ a: { $ref: '#/$defs/a~1b%20c' }, b: { $ref: '#/$defs/a~1b%20c' } }),
    $defs: { 'a/b c': { type: 'string' } },
  }
  expect(readSchema(again).issues({ a: 'x', b: 1 })).toEqual(['/b must be string, but is number.'])
})

test('references that double at each level are refused by their expanded size', () => {
  const $defs = Object.fromEntries(
    listOf(25, (i) => [
      `d${i}`,
      { allOf: [{ $ref: `#/$defs/d${Number(i) + 1}` }, { $ref: `#/$defs/d${Number(i) + 1}` }] },
    ]) as [string, unknown][],
  )
  const schema = { ...object({ a: { $ref: '#/$defs/d0' } }), $defs: { ...$defs, d25: {} } }
  expect(refusal(schema).details.limit).toBe('expanded')
})

test('schemas that nest endlessly are refused, whatever they consist of', () => {
  for (const [open, close] of [
    ['{"not":', '}'],
    ['{"properties":{"a":', '}}'],
    ['{"allOf":[', ']}'],
    ['{"x":[', ']}'],
  ] as const) {
    const schema = JSON.parse(`${open.repeat(50_000)}{}${close.repeat(50_000)}`)
    expect(codeOf(schema)).toBe('schema_too_complex')
  }
})

test('names that write into prototypes are refused anywhere', () => {
  for (const name of ['__proto__', 'constructor', 'prototype'])
    for (const text of [
      `{"${name}":{}}`,
      `{"properties":{"${name}":{"type":"string"}}}`,
      `{"properties":{"a":{"properties":{"${name}":{}}}}}`,
      `{"$defs":{"${name}":{}}}`,
      `{"required":["${name}"]}`,
      `{"properties":{"a":{"default":{"${name}":{"polluted":1}}}}}`,
      `{"dependentRequired":{"${name}":["a"]}}`,
      `{"patternProperties":{"${name}":{}}}`,
    ])
      expect([text, codeOf(JSON.parse(text))]).toEqual([text, 'invalid_schema'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('patterns that need a backtracking engine are refused with the reason', () => {
  for (const pattern of ['(?=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '[', '(a{100}){100}']) {
    const { code, details } = refusal(object({ a: { pattern } }))
    expect(code).toBe('invalid_schema')
    expect((details.issues as string[])[0]).toContain('/properties/a/pattern is not a supported pattern')
  }
})

test('the root is an object, whatever else the schema allows', () => {
  const told = (type: unknown) => {
    const { code, details } = refusal({ ...(type !== undefined && { type }), properties: { a: {} } })
    return code === 'none' ? [] : details.issues
  }
  const wrong = ['/type must be "object": put what you want into its properties.']
  for (const type of ['string', 'array', 'null', ['number', 'boolean'], ['integer']])
    expect([type, told(type)]).toEqual([type, wrong])
  for (const type of ['object', ['null', 'object'], ['object', 'string'], undefined])
    expect([type, told(type)]).toEqual([type, []])
})

test('a reference through something that is no schema is invalid', () => {
  const told = ($ref: string) =>
    refusal({ type: 'object', default: null, title: 'text', examples: [{ a: {} }], properties: { a: { $ref } } })
      .details.issues
  const nowhere = ['/properties/a/$ref does not resolve: write it like "#/$defs/name".']
  for (const ref of ['#/default/x', '#/title/length', '#/title', '#/examples', '#/toString', '#/properties/b', '#x'])
    expect([ref, told(ref)]).toEqual([ref, nowhere])
  expect(codeOf({ type: 'object', properties: { a: { $ref: '#/properties/b~1c' }, 'b/c': { type: 'string' } } })).toBe(
    'none',
  )
  expect(codeOf({ type: 'object', properties: { a: { $ref: '#/properties/b%20~0' }, 'b ~': true } })).toBe('none')
})
