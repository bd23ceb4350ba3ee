import { expect, test } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readSchema } from '../../../../plugins/extract/json-schema/index.ts'
import { growth, LINEAR } from '../../../growth.ts'

const object = (properties: Record<string, unknown>, rest: object = {}) => ({ type: 'object', properties, ...rest })
const issuesOf = (schema: object, value: unknown) => readSchema(object({ v: schema })).issues({ v: value })
const codeOf = (check: () => unknown): unknown => {
  try {
    check()
    return 'none'
  } catch (error) {
    return (error as { code?: string }).code
  }
}

test('issues are sentences with the path, the expected and the actual value', () => {
  const { issues } = readSchema(
    object(
      {
        name: { type: 'string', minLength: 2 },
        offers: {
          type: 'array',
          items: object({ price: { type: ['number', 'null'], minimum: 0 } }, { required: ['price'] }),
        },
        state: { enum: ['new', 'used'] },
        on: { type: 'string', format: 'date' },
        'a/b': { anyOf: [{ type: 'number' }, object({ x: {}, y: {} }, { required: ['x', 'y'] })] },
      },
      { required: ['name'], additionalProperties: false },
    ),
  )
  expect(issues({ name: 'ab', offers: [{ price: 1 }, { price: null }], state: 'new', on: '2026-02-28' })).toEqual([])
  expect(
    issues({ offers: [{ price: '1' }, {}, { price: -1 }], state: 'old', on: '2026-02-30', 'a/b': {}, z: 1 }),
  ).toEqual([
    '/name is required but missing.',
    '/offers/0/price must be number or null, but is string.',
    '/offers/1/price is required but missing.',
    '/offers/2/price must be at least 0.',
    '/state must be one of "new", "used".',
    '/on must be a date such as 2026-01-31.',
    '/a~1b matches none of anyOf; the closest error: /a~1b must be number, but is object.',
    '/z is not a property of the schema.',
  ])
  expect(issues([])).toEqual(['The whole must be object, but is array.'])
  expect(issues({ name: 'x' })).toEqual(['/name needs at least 2 characters.'])
})

test('drafts 4 to 2020-12 and the null of OpenAPI are supported', () => {
  const cases: [object, unknown[], unknown[]][] = [
    [{ type: 'number', minimum: 1, exclusiveMinimum: true }, [1.5], [1]],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 3 }, [2], [1, 3]],
    [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, [['a', 1]], [[1], ['a', 'b']]],
    [{ prefixItems: [{ type: 'string' }], items: false }, [['a']], [[1], ['a', 'b']]],
    [{ type: 'string', nullable: true }, ['a', null], [1]],
    [
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      [{}, { a: 1, b: 1 }, { c: 1, d: 1 }],
      [{ a: 1 }, { c: 1 }],
    ],
    [
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'] } } },
      [{ b: 1 }],
      [{ a: 1 }, { c: 1 }],
    ],
    [{ contains: { type: 'number' }, minContains: 2, maxContains: 3 }, [[1, 2]], [[1], [1, 2, 3, 4]]],
    [JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"type":"number"}}'), ['ab', 1], ['a', null]],
    [{ const: { a: [1, { b: 2 }] } }, [{ a: [1, { b: 2 }] }], [{ a: [1] }]],
    [{ enum: [{ a: 1, b: 2 }] }, [{ b: 2, a: 1 }], [{ a: 1 }]],
    [{ not: { type: 'string' } }, [1], ['a']],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, [1.5], [1, 'a']],
    [{ multipleOf: 0.1 }, [0.3, 1.1], [0.35]],
    [{ type: 'integer' }, [1, 1.0], [1.5]],
    [
      { uniqueItems: true },
      [[1, '1', { a: 1 }, { a: 2 }]],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [
      { patternProperties: { '^n': { type: 'number' } }, additionalProperties: { type: 'string' } },
      [{ n1: 1, x: 'a' }],
      [{ n1: 'a' }, { x: 1 }],
    ],
    [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    [{ minLength: 1, maxLength: 1 }, ['🫖'], ['', 'ab']],
  ]
  for (const [schema, right, wrong] of cases) {
    for (const value of right) expect([schema, value, issuesOf(schema, value)]).toEqual([schema, value, []])
    for (const value of wrong) expect([schema, value, issuesOf(schema, value).length]).not.toEqual([schema, value, 0])
  }
})

test('known formats are checked, and others are not', () => {
  const cases: Record<string, [string[], string[]]> = {
    date: [
      ['2024-02-29', '0001-01-01'],
      ['2023-02-29', '2024-13-01', '24-01-01', '2024-1-1'],
    ],
    'date-time': [
      ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.123+02:00'],
      ['2024-02-29', '2024-02-29T25:00:00Z', '2024-02-30T12:00:00Z'],
    ],
    time: [
      ['12:00:00Z', '23:59:60+00:00'],
      ['24:00:00Z', '12:00'],
    ],
    duration: [
      ['PT1H30M', 'P1Y2M', 'P2W', 'PT0.5S'],
      ['P', 'PT', '1H'],
    ],
    email: [['a.b@c.de'], ['a@', '@b.c', 'a b@c.de', 'a@b@c']],
    uri: [
      ['https://a.b/c?d', 'mailto:a@b.c'],
      ['/a', 'a b', 'https://'],
    ],
    'uri-reference': [['/a', '../b?c'], ['a b']],
    hostname: [['a.b-c.de'], ['-a.de', 'a..b', `${'a'.repeat(64)}.de`]],
    ipv4: [['1.2.3.4'], ['1.2.3', '256.1.1.1', '01.2.3.4']],
    ipv6: [
      ['::1', '2001:db8::1', '::ffff:1.2.3.4'],
      ['1.2.3.4', ':::', 'g::'],
    ],
    uuid: [['123e4567-e89b-12d3-a456-426614174000'], ['123e4567e89b12d3a456426614174000']],
    'no-such-format': [['anything'], []],
  }
  for (const [format, [right, wrong]] of Object.entries(cases)) {
    for (const text of right) expect([format, text, issuesOf({ format }, text)]).toEqual([format, text, []])
    for (const text of wrong) expect([format, text, issuesOf({ format }, text).length]).toEqual([format, text, 1])
  }
})

/** Random numbers that are the same in each run. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test('8,000 values are judged like by ajv', () => {
  const next = random(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const names = ['a', 'b', 'c']
  const schema = (depth: number): Record<string, unknown> | boolean => {
    if (next() < 0.05) return next() < 0.7
    const made: Record<string, unknown> = {}
    const below = () => schema(depth - 1)
    const makers: (() => void)[] = [
      () =>
        (made.type = pick(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null', ['string', 'null']])),
      () => (made.enum = [value(1), value(2)]),
      () => (made.const = value(2)),
      () => (made.minimum = pick([0, 1, 2])),
      () => (made.exclusiveMaximum = pick([1, 2, 3])),
      () => (made.multipleOf = pick([1, 2, 0.5])),
      () => (made.maxLength = pick([0, 1, 2])),
      () => (made.pattern = pick(['^a', 'b$', '^[ab]*$', 'c+'])),
      () => (made.required = [pick(names)]),
      () => (made.minItems = pick([0, 1, 2])),
      () => (made.uniqueItems = true),
      () => (made.maxProperties = pick([0, 1, 2])),
    ]
    const nesting: (() => void)[] = [
      () => (made.properties = { [pick(names)]: below(), [pick(names)]: below() }),
      () => (made.items = below()),
      () => (made.prefixItems = [below(), below()]),
      () => (made.contains = below()),
      () => (made.additionalProperties = below()),
      () => (made.patternProperties = { '^[ab]$': below() }),
      () => (made.propertyNames = below()),
      () => (made.anyOf = [below(), below()]),
      () => (made.oneOf = [below(), below()]),
      () => (made.allOf = [below(), below()]),
      () => (made.not = below()),
      () => Object.assign(made, { if: below(), [pick(['then', 'else'])]: below() }),
      () => (made.dependentRequired = { [pick(names)]: [pick(names)] }),
      () => (made.dependentSchemas = { [pick(names)]: below() }),
      () => (made.$ref = '#/$defs/d'),
    ]
    for (let i = 0; i < 2; i++) pick(depth > 0 && next() < 0.6 ? nesting : makers)()
    return made
  }
  const value = (depth: number): unknown => {
    const kind = Math.floor(next() * (depth > 0 ? 7 : 5))
    if (kind === 5) return Array.from({ length: Math.floor(next() * 3) }, () => value(depth - 1))
    if (kind === 6) return Object.fromEntries(names.filter(() => next() < 0.5).map((name) => [name, value(depth - 1)]))
    return [null, next() < 0.5, pick([0, 1, 1.5, 2, 3]), pick(['', 'a', 'ab', 'abc']), pick([1, 'a'])][kind]
  }
  // `dependentRequired` and `prefixItems` are of draft 2020-12, which is this class of ajv.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  let valid = 0
  for (let i = 0; i < 400; i++) {
    const tried = { ...object({ v: schema(3) }), $defs: { d: { type: ['number', 'array'], minimum: 1 } } }
    const theirs = ajv.compile(tried)
    const ours = readSchema(tried)
    for (let j = 0; j < 20; j++) {
      const data = { v: value(3) }
      const isValid = theirs(data)
      if (isValid) valid++
      const issues = ours.issues(data)
      if (isValid !== (issues.length === 0))
        throw new Error(`ajv says ${isValid}: ${JSON.stringify({ tried, data, issues })}`)
    }
  }
  // Both results occur often.
  expect(valid).toBeGreaterThan(2_000)
  expect(valid).toBeLessThan(6_000)
}, 120_000)

test('patterns that take a backtracking engine forever are matched in linear time', () => {
  for (const pattern of ['^(a+)+$', '^(a|a?)+$', '^([a-z])(([-.]|[_]+)?([a-z]+))*$']) {
    const { issues } = readSchema(object({ v: { pattern } }))
    // Shorter texts take another path of the engine.
    expect(growth((n) => ({ v: `${'a'.repeat(n)}!` }), issues, 12_000)).toBeLessThan(LINEAR)
  }
}, 120_000)

test('an answer that would take too long to check is refused as too complex', () => {
  const row = { type: 'object', additionalProperties: { anyOf: Array.from({ length: 8 }, (_, i) => ({ const: i })) } }
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, 'x']))
  const hostile: [object, unknown][] = [
    [{ items: row }, Array.from({ length: 1_000 }, () => wide)],
    [{ items: { pattern: '(?:a?){300}a{300}' } }, Array.from({ length: 400 }, () => 'a'.repeat(400))],
    [
      { allOf: [{ uniqueItems: true }, { items: { uniqueItems: true } }] },
      Array.from({ length: 400 }, () => ['x'.repeat(40_000)]),
    ],
  ]
  for (const [schema, value] of hostile) {
    const { issues } = readSchema(object({ v: schema }))
    expect(codeOf(() => issues({ v: value }))).toBe('schema_too_complex')
  }
  // The largest list that fits into an answer is accepted.
  const rows = Array.from({ length: 3_000 }, (_, i) => ({ name: `Product ${i}`, price: i, tags: ['a', 'b'] }))
  const plain = object({ name: { type: 'string' }, price: { type: 'number' }, tags: { items: { type: 'string' } } })
  expect(issuesOf({ type: 'array', items: plain }, rows)).toEqual([])
})

test('answers with names that write into prototypes, or that nest endlessly, are invalid', () => {
  const { issues } = readSchema({ type: 'object' })
  for (const name of ['__proto__', 'constructor', 'prototype'])
    expect(issues(JSON.parse(`{"a":[{"${name}":{"polluted":true}}]}`))).toEqual([
      `/a/0/${name} has a name that is not allowed.`,
    ])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(issues(JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`))).toHaveLength(1)
})
