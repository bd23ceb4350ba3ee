import { describe, expect, test } from 'bun:test'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { allowed, nullable, oneOf, type TSchema, t, unknownNames } from '../../core/schema.ts'

const is = (format: string, value: unknown) => Value.Check(t.String({ format }), value)

describe('the format', () => {
  test.each([
    ['2026-11-22T10:00Z', true],
    ['2026-11-22T10:00:30.5+01:00', true],
    ['2024-02-29T00:00:00Z', true],
    // The right form, but not a time.
    ['2026-13-22T10:00:00Z', false],
    ['2026-11-22T25:00:00Z', false],
    ['2099-02-30T00:00:00Z', false],
    ['2023-02-29T00:00:00Z', false],
    ['2026-04-31T00:00:00+02:00', false],
    ['2026-01-00T00:00:00Z', false],
    ['2026-04-30T23:59:00-10:00', true],
    ['0050-02-28T00:00:00Z', true],
    // A time in another form.
    ['2026-11-22', false],
    ['2026-11-22T10:00:00', false],
    ['22 Nov 2026 10:00 UTC', false],
    ['', false],
  ])('date-time has %p: %p', (value, expected) => {
    expect(is('date-time', value)).toBe(expected)
  })

  test.each([
    ['ann@example.com', true],
    ['ann.b+c@mail.example.co.uk', true],
    ["ann.o'brien@example.com", true],
    [`${'a'.repeat(64)}@example.com`, true],
    [`${'a'.repeat(65)}@example.com`, false],
    [`ann@${'a'.repeat(246)}.com`, true],
    [`ann@${'a'.repeat(247)}.com`, false],
    ['ann@localhost', false],
    ['ann@example..com', false],
    ['ann@b@example.com', false],
    ['ann b@example.com', false],
    ['@example.com', false],
    ['ann@bücher.example', true],
    ['https://ann:secret@example.com/', false],
    ['ann@example.com:25', false],
    // What an administrator would see as another address.
    ['moc.elpmaxe\u202e@example.com', false],
    ['ann\u200b@example.com', false],
    ['ann@exam\u00adple.com', false],
    ['ann\u0007@example.com', false],
    ['ann\ud800@example.com', false],
  ])('email has %p: %p', (value, expected) => {
    expect(is('email', value)).toBe(expected)
  })

  test.each([
    ['https://example.com/a', true],
    ['http://example.com', true],
    ['ftp://example.com', false],
    ['example.com', false],
  ])('http-url has %p: %p', (value, expected) => {
    expect(is('http-url', value)).toBe(expected)
  })
})

test('the length of a string is counted in characters, including those of two UTF-16 units', () => {
  const takes = (schema: TSchema, value: unknown) => {
    const outcome = Value.Check(schema, value)
    expect(TypeCompiler.Compile(schema).Check(value)).toBe(outcome)
    return outcome
  }
  const query = t.String({ minLength: 2, maxLength: 5 })
  for (const character of ['a', 'ä', '😀']) {
    const taken = [0, 1, 2, 3, 5, 6, 10, 11].map((length) => takes(query, character.repeat(length)))
    expect(taken).toEqual([false, false, true, true, true, false, false, false])
  }
  expect(['a😀a😀a', 'aa😀😀😀😀', '\ud83d'].map((value) => takes(query, value))).toEqual([true, false, false])
  expect([null, 5, ['a', 'b']].map((value) => takes(query, value))).toEqual([false, false, false])
  const word = t.String({ minLength: 1, maxLength: 3, pattern: '^a+$' })
  expect(['aaa', 'b', 'aaaa'].map((value) => takes(word, value))).toEqual([true, false, false])
  const time = t.String({ maxLength: 30, format: 'date-time' })
  expect(['2026-11-22T10:00Z', 'ten'].map((value) => takes(time, value))).toEqual([true, false])
  expect(JSON.parse(JSON.stringify(query))).toEqual({ type: 'string', minLength: 2, maxLength: 5 })
})

test('an enum accepts its strings only, and null if it is nullable', () => {
  const size = oneOf(['small', 'large'])
  expect(['small', 'large', 'medium', null, 1].map((value) => Value.Check(size, value))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['small', null, 'medium'].map((value) => Value.Check(nullable(size), value))).toEqual([true, true, false])
  expect([size.type, size.enum]).toEqual(['string', ['small', 'large']])
})

test('unknown names are found at any depth, and in the variant of a union that the value has', () => {
  const receiver = t.Object({ url: t.String(), events: t.Optional(t.Array(t.String())) })
  const tool = t.Object({ type: t.Literal('tool'), size: t.Optional(t.Object({ width: t.Integer() })) })
  const schema = t.Object({
    webhook: t.Union([t.String(), receiver]),
    rate: nullable(t.Object({ perHour: t.Optional(t.Integer()) })),
    steps: t.Array(t.Union([t.Object({ type: t.Literal('wait'), ms: t.Integer() }), nullable(tool)])),
    open: nullable(t.Record(t.String(), t.Unknown())),
  })
  const value = {
    webhook: { url: 'u', event: ['a'] },
    rate: { perHour: 1, perMinute: 2 },
    steps: [
      { type: 'wait', ms: 1, size: 2 },
      { type: 'tool', ms: 1, size: { width: 1, depth: 2 } },
    ],
    open: { any: 1 },
    rte: null,
  }
  expect(unknownNames(schema, value)).toEqual([
    'webhook.event',
    'rate.perMinute',
    'steps[].size',
    'steps[].ms',
    'steps[].size.depth',
    'rte',
  ])
  // A value that fits no variant is refused, but not for its names.
  expect(unknownNames(schema, { webhook: { event: [] }, rate: null, steps: [], open: null })).toEqual([])
})

test.each<[string, Parameters<typeof allowed>[0]]>([
  ['a whole number from 1 to 9', t.Integer({ minimum: 1, maximum: 9 })],
  ['a number of at least 1', t.Number({ minimum: 1 })],
  ['a number of at most 9', t.Number({ maximum: 9 })],
  ['a string of 1 to 9 characters', t.String({ minLength: 1, maxLength: 9 })],
  ['a string that matches ^a', t.String({ pattern: '^a' })],
  ['a string that matches ^\\d{4}$, such as 2026', t.String({ pattern: '^\\d{4}$', examples: ['2026'] })],
  ['a string of the format uuid', t.String({ format: 'uuid' })],
  ['an array of at least 1 item, each an object', t.Array(t.Object({}), { minItems: 1 })],
  ['an array of at most 2 items, each a boolean', t.Array(t.Boolean(), { maxItems: 2 })],
  ['an object', t.Object({})],
  ['an object of at most 9 entries', t.Record(t.String(), t.String(), { maxProperties: 9 })],
])('an allowed value is described: %s', (words, schema) => expect(allowed(schema)).toBe(words))

test('a record accepts names of the length that its key schema allows', () => {
  const schema = t.Record(t.String({ minLength: 1, maxLength: 3 }), t.Number())
  expect([Value.Check(schema, { abc: 1 }), Value.Check(schema, { abc: 'x' })]).toEqual([true, false])
})
