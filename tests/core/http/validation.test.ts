import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { ApiError, type ErrorRules } from '../../../core/errors.ts'
import { fromQuery, readValue, refusal, whyNoUrl, withDefaults } from '../../../core/http/validation.ts'
import { httpUrl, oneOf, t } from '../../../core/schema.ts'

describe('defaults', () => {
  const schema = t.Object({
    url: t.String(),
    wait: t.Optional(t.Integer({ default: 5 })),
    tags: t.Optional(t.Array(t.String(), { default: ['a'] })),
    view: t.Object({ width: t.Integer({ default: 800 }), height: t.Optional(t.Integer()) }, { default: {} }),
    pages: t.Optional(t.Array(t.Object({ depth: t.Integer({ default: 1 }) }))),
  })

  test('replace missing values, including nested ones', () => {
    expect(withDefaults(schema, { url: 'u' })).toEqual({ url: 'u', wait: 5, tags: ['a'], view: { width: 800 } })
    expect(withDefaults(schema, { wait: 0, view: { height: 2 }, pages: [{}, { depth: 3 }] })).toEqual({
      wait: 0,
      tags: ['a'],
      view: { width: 800, height: 2 },
      pages: [{ depth: 1 }, { depth: 3 }],
    })
  })

  test('never replace a value that was sent, whatever its type', () => {
    const sent = { url: 1, wait: null, tags: {}, view: 'wide', pages: 'all' }
    expect(withDefaults(schema, sent)).toEqual(sent)
    for (const whole of [null, 'text', [1]]) expect(withDefaults(schema, whole)).toEqual(whole)
  })

  test('are separate for each caller', () => {
    const first = withDefaults(schema, {}) as { tags: string[]; view: { width: number } }
    first.tags.push('b')
    first.view.width = 1
    expect(withDefaults(schema, {})).toEqual({ wait: 5, tags: ['a'], view: { width: 800 } })
  })

  test('leave given values unchanged, and a schema without defaults returns the same value', () => {
    const sent = { view: {} }
    withDefaults(schema, sent)
    expect(sent).toEqual({ view: {} })
    const value = { a: 1 }
    expect(withDefaults(t.Object({ a: t.Number() }), value)).toBe(value)
  })

  test('are not inherited from Object.prototype', () =>
    expect(withDefaults(t.Object({ constructor: t.Optional(t.String({ default: 'x' })) }), {})).toEqual({
      constructor: 'x',
    }))
})

test('a query is converted to the types of its schema, and what cannot be converted stays text', () => {
  const schema = t.Object({
    limit: t.Optional(t.Integer({ default: 20 })),
    share: t.Optional(t.Number()),
    fresh: t.Optional(t.Boolean()),
    name: t.Optional(t.String()),
  })
  const read = (query: Record<string, string>) => fromQuery(schema, query)
  expect(read({})).toEqual({ limit: 20 })
  expect(read({ limit: '-5', share: '1.25', fresh: 'true', name: '7', other: '8' })).toEqual({
    limit: -5,
    share: 1.25,
    fresh: true,
    name: '7',
    other: '8',
  })
  expect(read({ fresh: 'false' })).toEqual({ limit: 20, fresh: false })
  const odd = { limit: '1e3', share: '1.', fresh: 'yes', toString: 'x' }
  expect(read(odd)).toEqual(odd)
  expect(read({ limit: '123456789012345' })).toEqual({ limit: 123_456_789_012_345 })
  expect(read({ limit: '1234567890123456' })).toEqual({ limit: '1234567890123456' })
})

describe('a refusal', () => {
  const schema = t.Object({
    url: httpUrl(),
    timeout: t.Optional(t.Integer({ minimum: 1000, maximum: 5000 })),
    options: t.Optional(t.Object({ engine: t.Optional(oneOf(['a', 'b'])) })),
    urls: t.Optional(t.Array(httpUrl())),
  })
  const refused = (value: unknown, rules: ErrorRules = {}) => {
    const { code, status, message, details } = refusal(schema, value, rules)
    return { code, status, message, details }
  }
  const url = 'https://a.test/'
  const invalid = { code: 'invalid_request', status: 400 }

  test('names the field and what is allowed there', () => {
    expect(refused({ url, timeout: 5 })).toEqual({
      ...invalid,
      message: 'timeout must be a whole number from 1000 to 5000',
      details: { parameter: 'timeout' },
    })
    expect(refused({ url, options: { engine: 'c' } })).toEqual({
      ...invalid,
      message: 'options.engine must be one of: a, b',
      details: { parameter: 'options.engine' },
    })
    expect(refused('text')).toEqual({ ...invalid, message: 'The body must be an object', details: {} })
  })

  test('says that a missing field is required', () =>
    expect(refused({})).toEqual({
      ...invalid,
      message: 'url is required: an http or https URL with a host and without credentials',
      details: { parameter: 'url', reason: 'malformed' },
    }))

  test('says what is wrong with an address, and shows no password', () => {
    expect(refused({ url: 'a.test/x' })).toEqual({
      ...invalid,
      message: 'url must begin with https:// or http://, such as https://a.test/x',
      details: { parameter: 'url', url: 'a.test/x', reason: 'malformed' },
    })
    expect(refused({ url: 'ftp://me:secret@a.test/' })).toMatchObject({
      message: 'url must be without a user and a password: no authentication is sent',
      details: { url: 'ftp://a.test/', reason: 'unsupported_scheme' },
    })
    expect(refused({ url: 5 })).toMatchObject({
      message: 'url must be an http or https URL with a host and without credentials',
      details: { parameter: 'url', reason: 'malformed' },
    })
  })

  test('of an address with a password names the parameter that takes it, if the body has one', () => {
    const authentication = t.Optional(t.Object({ password: t.String() }))
    const url = httpUrl()
    const adviceOf = (schema: TSchema, value: unknown) => refusal(schema, value, {}).message.split(': ')[1]
    const secret = { url: 'https://me:secret@a.test/' }
    expect(adviceOf(t.Object({ url, authentication }), secret)).toBe(
      'send them as `authentication`, which is never shown',
    )
    expect(adviceOf(t.Object({ url, options: t.Optional(t.Object({ authentication })) }), secret)).toBe(
      'send them as `options.authentication`, which is never shown',
    )
    expect(adviceOf(t.Object({ webhook: url, authentication }), { webhook: secret.url })).toBe(
      'no authentication is sent',
    )
  })

  test('of a value with several possible types names the fault within the type that was sent', () => {
    const receiver = t.Object({ url: httpUrl(), events: t.Optional(t.Array(oneOf(['a', 'b']), { minItems: 1 })) })
    const either = t.Object({ hook: t.Optional(t.Union([httpUrl(), receiver])) })
    const messageOf = (hook: unknown) => {
      const { message, details } = refusal(either, { hook }, {})
      return [message, details.parameter]
    }
    expect(messageOf({ url, events: ['c'] })).toEqual(['hook.events.0 must be one of: a, b', 'hook.events.0'])
    expect(messageOf({})).toEqual([
      'hook.url is required: an http or https URL with a host and without credentials',
      'hook.url',
    ])
    expect(messageOf(5)).toEqual([
      'hook must be an http or https URL with a host and without credentials, or an object',
      'hook',
    ])
  })

  test('of a boolean in a query does not mention its text form', () => {
    const query = t.Object({ zip: t.Union([t.Boolean(), t.String({ format: 'boolean' })]) })
    expect(refusal(query, { zip: 'maybe' }, {}).message).toBe('zip must be a boolean')
  })

  test('has the code that the plugin gives the field: by its path, its first name, or any', () => {
    const rules = { invalid: { 'options.engine': 'bad_engine', options: 'bad_options', urls: 'bad_urls', '*': 'bad' } }
    const codeOf = (value: object, by: ErrorRules = rules) => refused({ url, ...value }, by).code
    expect(codeOf({ options: { engine: 'c' } })).toBe('bad_engine')
    expect(codeOf({ options: 5 })).toBe('bad_options')
    expect(codeOf({ urls: [url, 'x'] })).toBe('bad_urls')
    expect(codeOf({ timeout: 5 })).toBe('bad')
    expect(codeOf({ timeout: 5 }, { invalid: { url: 'bad_url' } })).toBe('invalid_request')
    expect(codeOf({ options: { engine: 'c' } }, { invalid: { options: 'bad_options' } })).toBe('bad_options')
  })

  test("is the plugin's own if it makes one", () => {
    const own = new ApiError('teapot', 'No coffee here')
    const rules: ErrorRules = {
      invalid: { timeout: ({ path, value }) => (path === 'timeout' && value === 5 ? own : own) },
    }
    expect(refusal(schema, { url, timeout: 5 }, rules)).toBe(own)
  })
})

test('a value that a plugin validates itself gets its defaults, or is refused as by its routes', () => {
  const schema = t.Object({ depth: t.Integer({ default: 2, maximum: 3 }) })
  expect(readValue(schema, {})).toEqual({ depth: 2 })
  expect(() => readValue(schema, { depth: 4 })).toThrow('depth must be a whole number of at most 3')
  expect(() => readValue(schema, { depth: 4 }, { invalid: { '*': 'bad' } })).toThrow(
    expect.objectContaining({ code: 'bad' }),
  )
})

test('a fault in an address is named by one word', () => {
  expect(whyNoUrl(undefined)).toEqual({ reason: 'malformed' })
  expect(whyNoUrl('file:///etc/passwd')).toEqual({ url: 'file:///etc/passwd', reason: 'unsupported_scheme' })
  expect(whyNoUrl('https://a.test/ b')).toEqual({ url: 'https://a.test/ b', reason: 'malformed' })
  expect(whyNoUrl('https://a.test/')).toEqual({ url: 'https://a.test/', reason: 'malformed' })
})
