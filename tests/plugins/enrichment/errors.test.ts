import { expect, test } from 'bun:test'
import type { ApiError } from 'weirjs'
import { errorRules, invalidEmails } from '../../../plugins/enrichment/errors.ts'

const { codeOf, render } = errorRules.family!
const rendered = (code: string, details: object = {}) =>
  render({ code, message: 'why', details } as Parameters<typeof render>[0])
const shapeOf = ({ code, message, details, status }: ApiError) => [code, message, details, status]

test('codes are in upper case, and some have names of their own', () => {
  expect(
    ['rate_limited', 'insufficient_permissions', 'internal_error', 'invalid_request'].map((code) => codeOf!(code)),
  ).toEqual(['RATE_LIMIT_EXCEEDED', 'FORBIDDEN', 'ENRICHMENT_ERROR', 'INVALID_REQUEST'])
})

test('a failure has its details, and lack of credits has the missing amount', () => {
  expect(rendered('invalid_request', { parameter: 'data' })).toEqual({
    success: false,
    error: 'INVALID_REQUEST',
    message: 'why',
    data: { parameter: 'data' },
  })
  expect(rendered('insufficient_credits', { required: 10.1, available: 0.3 }).data).toEqual({
    required: 10.1,
    available: 0.3,
    shortfall: 9.8,
  })
  expect(rendered('insufficient_credits', { required: 'x' }).data).toEqual({ required: 'x', shortfall: 0 })
})

test('missing fields differ from wrong fields, and addresses are reported by their rows', () => {
  const { invalid } = errorRules
  const fields = invalid!.fields as unknown as (violation: object) => ApiError
  const email = invalid!['data.email'] as unknown as (violation: object) => ApiError
  for (const value of [undefined, []])
    expect(shapeOf(fields({ path: 'fields', value, message: 'a list' }))).toEqual([
      'missing_fields',
      'fields must be a list',
      { parameter: 'fields' },
      400,
    ])
  for (const [path, value] of [
    ['fields', 'text'],
    ['fields', [1]],
    ['fields.0.name', undefined],
  ])
    expect(shapeOf(fields({ path, value, message: 'm' }))[0]).toBe('invalid_request')
  expect(shapeOf(email({ path: 'data.12.email', message: 'text' }))).toEqual([
    'invalid_email_format',
    'data.12.email must be text',
    { parameter: 'data.12.email', rows: [12] },
    400,
  ])
  expect(shapeOf(invalidEmails('m', { rows: [1] }))).toEqual(['invalid_email_format', 'm', { rows: [1] }, 400])
})
