import { expect, test } from 'bun:test'
import type { Clock } from 'weirjs'
import { failureOf, objectionOf } from '../../../plugins/models/openai/read-refusal.ts'

type Answer = Parameters<typeof objectionOf>[0]
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  ({ status, body, headers: new Headers(headers) }) as unknown as Answer
const said = (status: number, message: string, more: object = {}) => answer(status, { error: { message, ...more } })
const clock = { now: () => 0 } as Clock

test('the objection of a server is read from its message, whatever the format', () => {
  const cases: [Answer, ReturnType<typeof objectionOf>][] = [
    [said(400, 'Unsupported value: temperature'), 'temperature'],
    [said(400, 'no', { param: 'temperature' }), 'temperature'],
    [said(400, 'Invalid schema for response_format'), 'schema'],
    [said(400, 'no', { code: 'invalid_json_schema' }), 'schema'],
    [said(500, 'failed to parse grammar'), 'schema'],
    [said(400, 'response_format is not supported'), 'response_format'],
    [said(422, 'json mode is off'), 'response_format'],
    [answer(400, { detail: [{ loc: ['guided_json'] }] }), 'response_format'],
    [answer(400, { message: 'structured output is unknown' }), 'response_format'],
    [answer(400, 'words about temperature'), 'temperature'],
    [said(400, 'bad request'), 'schema'],
    [said(422, 'bad request'), 'schema'],
    [said(501, 'not implemented'), 'schema'],
    [answer(400, null), 'schema'],
    [said(500, 'bad request'), undefined],
    [said(413, 'bad request'), undefined],
    [said(400, "This model's maximum context length is 8192 tokens"), undefined],
    [said(400, 'x', { code: 'context_length_exceeded' }), undefined],
    [said(400, 'The decoder prompt is longer than the maximum model length of 4096'), undefined],
    [answer(400, [{ error: { message: 'The input token count exceeds the maximum number of tokens' } }]), undefined],
    [said(400, 'prompt is too long: 210000 tokens > 200000 maximum'), undefined],
    [said(400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens"), undefined],
    [said(400, 'Range of input length should be [1, 30720]'), undefined],
    [said(400, 'Your request exceeded model token limit: 8192'), undefined],
    [said(400, 'Please reduce the length of the messages or completion.'), undefined],
    [answer(422, { error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096' }), undefined],
    [answer(422, { error: '`inputs` must have less than 4096 tokens. Given: 9000' }), undefined],
    [said(400, 'no', { code: 'content_filter' }), undefined],
    [said(200, 'temperature'), undefined],
    [said(399, 'temperature'), undefined],
  ]
  for (const [given, objection] of cases)
    expect([given.status, given.body, objectionOf(given)]).toEqual([given.status, given.body, objection])
  for (const status of [401, 403, 404, 429]) expect(objectionOf(said(status, 'temperature'))).toBeUndefined()
})

test('a failure has its kind, and whether it may be temporary', () => {
  const kindOf = (given: Answer) => {
    const { code, kind, message, mayPass, retryAfter } = failureOf(given, clock) as unknown as Record<string, unknown>
    return [code ?? kind, message, mayPass ?? false, retryAfter]
  }
  const refused = 'The language model rejected the key of this server'
  for (const status of [401, 403]) expect(kindOf(said(status, 'no'))[1]).toBe(refused)
  expect(kindOf(said(404, 'no'))[1]).toBe('The server of the language model does not know this model')
  const unknown = { object: 'error', message: 'The model `small` does not exist.', type: 'NotFoundError', code: 404 }
  expect(kindOf(answer(404, unknown))[1]).toBe('The server of the language model does not know this model')
  for (const body of ['404 page not found', { detail: 'Not Found' }])
    expect(kindOf(answer(404, body))[1]).toContain('ends in /v1')
  const busy = kindOf(answer(429, { error: { message: 'slow down' } }, { 'retry-after': '7' }))
  expect(busy.slice(1, 3)).toEqual(['The language model receives too many requests', true])
  expect(busy[3]).toBeDefined()
  expect(kindOf(said(429, 'no', { code: 'insufficient_quota' })).slice(1, 3)).toEqual([
    'The language model failed with status 429',
    false,
  ])
  const tooLong = 'The page is longer than the language model can read'
  expect([kindOf(said(413, 'no'))[1], kindOf(said(400, 'too many tokens'))[1]]).toEqual([tooLong, tooLong])
  expect(kindOf(said(400, 'x', { code: 'context_length_exceeded' }))[1]).toBe(tooLong)
  expect(kindOf(said(400, "This model's maximum prompt length is 131072"))[1]).toBe(tooLong)
  expect([400, 408, 499, 500, 503].map((status) => kindOf(said(status, 'no'))[2])).toEqual([
    false,
    true,
    false,
    true,
    true,
  ])
})

test.each([
  ['of Gemini', [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }]],
  ['of xAI', { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***. See there' }],
])('a key that is refused with status 400, in the format %s, is recognized', (_, body) => {
  expect(objectionOf(answer(400, body))).toBeUndefined()
  const { reason, mayPass } = failureOf(answer(400, body), clock)
  expect([reason, mayPass]).toEqual(['unauthorized', false])
})

test.each([
  ['of DeepSeek', { error: { message: 'Model Not Exist', type: 'invalid_request_error' } }],
  ['of Mistral', { object: 'error', message: 'Invalid model: small-2', type: 'invalid_model', code: '1500' }],
  ['of OpenRouter', { error: { message: 'some/model is not a valid model ID', code: 400 } }],
])('an unknown model with status 400, in the format %s, is recognized', (_, body) => {
  expect(objectionOf(answer(400, body))).toBeUndefined()
  const { reason, message } = failureOf(answer(400, body), clock)
  expect([reason, message]).toEqual(['not_found', 'The server of the language model does not know this model'])
})

test('the message of a server is kept for the log, up to 500 characters', () => {
  const { cause } = failureOf(said(500, 'x'.repeat(501)), clock)
  expect((cause as Error).message).toBe(`status 500: ${'x'.repeat(500)}`)
})
