import { describe, expect, test } from 'bun:test'
import type { ApiError, ErrorRules } from '../../../../core/errors.ts'
import { moveNamedBodies, moveNamedSchemas } from '../../../../core/http/docs/named-schemas.ts'
import { completeOperation } from '../../../../core/http/docs/operation.ts'
import { type Access, requirementsOf } from '../../../../core/http/scope/access.ts'
import { t } from '../../../../core/schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents that are read by name
type Json = Record<string, any>

/** An operation as the generator writes it, completed. */
function complete(
  operation: Json,
  { access = 'key', method = 'post', path = '/v1/titles', errors = {} }: Partial<Options> = {},
): Json {
  const whole = { responses: {}, 'x-access': requirementsOf(access, 'titles'), ...operation }
  completeOperation(whole, { method, path, errors })
  return whole
}
interface Options {
  access: Access
  method: string
  path: string
  errors: ErrorRules
}
const json = (schema: Json, more: Json = {}) => ({ content: { 'application/json': { schema }, ...more } })

test('an operation is named after its method and path, unless it has a name', () => {
  const idOf = (method: string, path: string, operationId?: string) =>
    complete({ operationId }, { method, path }).operationId
  expect(idOf('post', '/v1/titles')).toBe('createTitles')
  expect(idOf('get', '/v1/titles/{id}/parts', 'getV1TitlesByIdParts')).toBe('getTitlesIdParts')
  expect(idOf('put', '/v1/titles')).toBe('updateTitles')
  expect(idOf('patch', '/v1/titles')).toBe('updateTitles')
  expect(idOf('delete', '/v1/titles')).toBe('deleteTitles')
  expect(idOf('options', '/other/v1/x')).toBe('optionsOtherV1X')
  expect(idOf('get', '/v1/titles', 'listTitles')).toBe('listTitles')
  expect(idOf('post', '/v1/titles', 'getV1')).toBe('getV1')
})

test("an operation is in one group: its own, or its plugin's", () => {
  expect(complete({ tags: ['Plugin', 'Own'] }).tags).toEqual(['Own'])
  expect(complete({ tags: ['Plugin'] }).tags).toEqual(['Plugin'])
  expect(complete({}).tags).toBeUndefined()
})

test('bodies and responses are only JSON, named after the operation if their schema has no name', () => {
  const { requestBody, responses } = complete({
    operationId: 'createTitle',
    requestBody: json({ type: 'object' }, { 'multipart/form-data': {} }),
    responses: {
      200: json({ type: 'object', title: 'Title' }, { 'multipart/form-data': {} }),
      202: json({ type: 'object' }),
      404: json({ type: 'object' }),
    },
  })
  expect(requestBody).toEqual(json({ type: 'object', title: 'CreateTitleBody' }))
  expect(responses[200].content).toEqual(json({ type: 'object', title: 'Title' }).content)
  expect(responses[202].content['application/json'].schema.title).toBe('CreateTitleAccepted')
  expect(responses[404].content['application/json'].schema.title).toBeUndefined()
})

test('a 202 is the response if it is the only one, and a referenced schema keeps its name', () => {
  const { responses } = complete({ operationId: 'start', responses: { 202: json({ type: 'object' }), 409: {} } })
  expect(responses[202].content['application/json'].schema.title).toBe('StartReply')
  const referred = complete({ operationId: 'start', responses: { 200: json({ $ref: '#/x' }) } })
  expect(referred.responses[200].content['application/json'].schema).toEqual({ $ref: '#/x' })
})

test('a body of another type stays as it is, and a raw body is bytes', () => {
  const upload = { content: { 'multipart/form-data': {} } }
  expect(complete({ requestBody: upload }).requestBody).toEqual(upload)
  expect(complete({}, { access: { rawBody: { max: 5 } } }).requestBody).toEqual({
    required: true,
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  })
})

test('a response of combined schemas is JSON', () => {
  const of = [{ type: 'string' }, { type: 'null' }]
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    const { responses } = complete({ operationId: 'get', responses: { 200: { [name]: of } } })
    expect(responses[200]).toMatchObject(json({ [name]: of, title: 'GetReply' }))
    expect(responses[200][name]).toBeUndefined()
  }
})

test('responses have a description, and limit headers if they are counted', () => {
  const responses = () => ({ 200: { description: 'The title' }, 201: {}, 202: {}, 299: {}, 300: {} })
  const counted = complete({ responses: responses() }).responses
  const descriptions = [200, 201, 202, 299, 300].map((status) => counted[status].description)
  expect(descriptions).toEqual(['The title', 'Created', 'Accepted: continues in the background', 'Done', 'Refused'])
  expect(counted[200].headers['X-RateLimit-Limit']).toEqual({
    description: 'Requests allowed in the window',
    schema: { type: 'integer' },
  })
  expect(complete({ responses: responses() }, { access: 'anyone' }).responses[200].headers).toBeUndefined()
})

test('the failures of a route are listed beside the common ones, by status', () => {
  const { responses, ...rest } = complete(
    {
      'x-failures': { 401: { too_early: 'It is not open yet' }, 409: { conflict: 'It is done', spent: 'It is gone' } },
    },
    { access: 'key', method: 'get' },
  )
  expect(responses[401].description).toBe(
    'No valid key (unauthorized, key_revoked, key_expired). It is not open yet (too_early)',
  )
  expect(responses[409].description).toBe('It is done (conflict). It is gone (spent)')
  expect(responses[409].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' })
  expect('x-failures' in rest).toBe(false)
})

test('named examples are put beside the schema', () => {
  const { requestBody } = complete({
    requestBody: json({ type: 'object' }),
    'x-examples': { 'A page, and its links': { url: 'u' } },
  })
  expect(requestBody.content['application/json'].examples).toEqual({
    'a-page-and-its-links': { summary: 'A page, and its links', value: { url: 'u' } },
  })
  const without = complete({ 'x-examples': { x: 1 } })
  expect(['x-examples' in without, 'x-access' in without]).toEqual([false, false])
})

describe('access is described', () => {
  const said = (access: Access, description?: string) => {
    const { security, description: whole } = complete({ description }, { access })
    return [security.length, whole]
  }
  test('for a key with its permission, for sessions, and for administrators', () => {
    expect(said('key', 'Makes a title.')).toEqual([
      2,
      'Makes a title.\n\nNeeds an API key or a session token with the permission `titles`.',
    ])
    expect(said({ permission: 'none' })).toEqual([2, 'Needs an API key or a session token.'])
    expect(said('session')).toEqual([2, "Needs a session token or an administrator's key."])
    expect(said('admin')).toEqual([2, "Needs an administrator's key."])
  })
  test('and a route that anybody may use requires nothing', () => {
    expect(said('anyone', 'Free.')).toEqual([0, 'Free.'])
    expect(said('optional', 'Free.')).toEqual([3, 'Free.'])
  })
})

test('a repeatable request says how to repeat it, and parameters are described', () => {
  const namesOf = ({ parameters = [] }: Json) => parameters.map(({ name }: Json) => name)
  const own = { name: 'id', in: 'path', schema: {}, examples: ['a'] }
  const { parameters } = complete({ parameters: [own] })
  expect(namesOf({ parameters })).toEqual(['id', 'Idempotency-Key'])
  expect(parameters[0]).toEqual({ name: 'id', in: 'path', description: 'id', schema: { examples: ['a'] } })
  expect(namesOf(complete({}, { method: 'get' }))).toEqual([])
  expect(namesOf(complete({}, { access: { idempotent: false } }))).toEqual([])
})

describe('the failures of an operation', () => {
  const failures = (operation: Json, options: Partial<Options> = {}) =>
    Object.fromEntries(
      Object.entries<Json>(complete(operation, { method: 'get', ...options }).responses).map(([status, reply]) => [
        status,
        /\(([^)]*)\)$/.exec(reply.description)?.[1] ?? reply.description,
      ]),
    )
  const key = {
    401: 'unauthorized, key_revoked, key_expired',
    403: 'insufficient_permissions',
    429: 'rate_limited',
    500: 'internal_error',
    503: 'service_unavailable',
  }

  test('include those of keys and limits, of its parameters and its body', () => {
    expect(failures({})).toEqual(key)
    expect(failures({ parameters: [{ name: 'limit', in: 'query' }] })).toEqual({ ...key, 400: 'invalid_request' })
    expect(failures({ parameters: [{ name: 'id', in: 'path' }] })).toEqual({
      ...key,
      400: 'invalid_request',
      404: 'not_found',
    })
    expect(failures({ requestBody: json({ type: 'object' }) })).toEqual({
      ...key,
      400: 'invalid_request',
      408: 'timeout',
      413: 'payload_too_large',
    })
    expect(failures({}, { access: 'anyone' })).toEqual({ 500: 'internal_error', 503: 'service_unavailable' })
  })

  test('include those of an Idempotency-Key if the operation takes one', () => {
    const sent = { ...key, 400: 'invalid_request', 408: 'timeout', 413: 'payload_too_large' }
    expect(failures({}, { method: 'post' })).toEqual({ ...sent, 409: 'conflict' })
    expect(failures({}, { method: 'post', access: { idempotent: false } })).toEqual(sent)
  })

  test('include those of work that costs credits', () => {
    const work = { 402: 'insufficient_credits', 503: 'engine_unavailable, service_unavailable' }
    expect(failures({}, { access: { limit: 'general' } })).toEqual({ ...key, ...work })
    const { 402: _, ...without } = { ...key, ...work }
    const errors = { status: { insufficient_credits: 409 } }
    expect(failures({}, { access: { limit: 'general' }, errors })).toEqual({ ...without, 409: 'insufficient_credits' })
  })

  test('have the codes and the shape of their plugin', () => {
    const errors: ErrorRules = {
      invalid: { url: 'invalid_url', '*': 'invalid_request', other: () => new Error('never') as never },
      failure: 'mapping_failed',
    }
    const body = { requestBody: json({ type: 'object' }) }
    expect(failures(body, { errors })).toMatchObject({
      400: 'invalid_url, invalid_request',
      500: 'mapping_failed, internal_error',
    })
    const family = {
      schema: t.String(),
      render: ({ code, message }: ApiError) => ({ error: message, code }),
      codeOf: () => 'FAILED',
    }
    const { responses } = complete(body, { errors: { ...errors, family } })
    expect(responses[500]).toEqual({
      description: 'The operation failed; nothing was charged (FAILED)',
      content: {
        'application/json': {
          schema: family.schema,
          example: { error: 'The operation failed', code: 'mapping_failed' },
        },
      },
    })
    expect(complete(body).responses[413].content['application/json']).toEqual({
      schema: { $ref: '#/components/schemas/Error' },
      example: { success: false, error: { code: 'payload_too_large', message: 'The body is too large', details: {} } },
    })
  })

  test('give way to those that the route states itself', () =>
    expect(failures({ responses: { 401: { description: 'Sign in' } } })).toEqual({ ...key, 401: 'Sign in' }))
})

describe('named schemas', () => {
  const title = { title: 'Title', type: 'object', properties: { text: { type: 'string' } } }
  const { title: _, ...untitled } = title

  test('are moved to their name, and replaced by a reference', () => {
    const schemas: Json = {}
    expect(moveNamedSchemas({ a: title, list: [title, null, 5] }, schemas)).toEqual({
      a: { $ref: '#/components/schemas/Title' },
      list: [{ $ref: '#/components/schemas/Title' }, null, 5],
    })
    expect(schemas).toEqual({ Title: untitled })
  })

  test('stay if their name is taken or invalid, or if they have defaults', () => {
    const schemas: Json = { Title: { type: 'string' } }
    expect(moveNamedSchemas(title, schemas)).toEqual(untitled)
    for (const other of [
      { ...title, title: 'a title' },
      { ...title, title: 5 },
      { title: 'Other', properties: { text: { default: 'x' } } },
    ])
      expect(moveNamedSchemas(other, schemas)).toEqual(other)
    expect(schemas).toEqual({ Title: { type: 'string' } })
  })

  test('are not looked for among values', () => {
    const values = { default: title, const: title, enum: [title], example: title, examples: [title] }
    expect(moveNamedSchemas(values, {})).toEqual(values)
  })

  test('name the bodies of operations, once each', () => {
    const [body, other] = [json(title), json({ ...title, type: 'string' })]
    const post = (requestBody: Json) => ({ post: { requestBody } })
    const paths: Json = {
      '/a': post(body),
      '/b': post(other),
      '/c': post(json({ title: 'no name' })),
      '/d': { get: {} },
    }
    const bodies: Json = {}
    moveNamedBodies(paths, bodies)
    expect(bodies).toEqual({ Title: body })
    expect(paths).toEqual({
      '/a': post({ $ref: '#/components/requestBodies/Title' }),
      '/b': post(other),
      '/c': post(json({ title: 'no name' })),
      '/d': { get: {} },
    })
  })
})
