import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Ask } from '../models/model-server.ts'
import { answerByLabels, ENRICHMENT, type Enriching, fieldsNamed, startEnriching } from './open.ts'

let weir: Enriching
beforeAll(async () => {
  weir = await startEnriching({
    sites: { 'acme.test': { '/': '<title>Acme</title><p>Industry: Robotics</p>' } },
    settings: { WEIR_PLANS: JSON.stringify({ pro: { enrichment: { rows: 7, jobs: 2, perHour: 3 } } }) },
  })
})
afterAll(() => weir.close())

const fields = fieldsNamed('industry')
const rows = (count: number, domain = 'nowhere.test') =>
  Array.from({ length: count }, (_, i) => ({ email: `p${i}@${domain}` }))
/** The status, code and data of an error. */
const refusal = async (body: unknown, key = weir.adminKey) => {
  const { status, body: said } = await weir.post(ENRICHMENT, body, { key })
  expect([said.success, typeof said.message]).toEqual([false, 'string'])
  return [status, said.error, said.data]
}

describe('refuses', () => {
  const one = (changes: Record<string, unknown>) => ({ data: rows(1), fields, ...changes })
  test.each([
    ['no data', { fields }, 'INVALID_REQUEST', { parameter: 'data' }],
    ['an empty list', one({ data: [] }), 'INVALID_REQUEST', { parameter: 'data' }],
    ['invalid rows', one({ data: [5] }), 'INVALID_REQUEST', { parameter: 'data.0' }],
    ['no fields', { data: rows(1) }, 'MISSING_FIELDS', { parameter: 'fields' }],
    ['an empty list of fields', one({ fields: [] }), 'MISSING_FIELDS', { parameter: 'fields' }],
    ['invalid fields', one({ fields: 'industry' }), 'INVALID_REQUEST', { parameter: 'fields' }],
    ['a field without a prompt', one({ fields: [{ name: 'x' }] }), 'INVALID_REQUEST', { parameter: 'fields.0.prompt' }],
    [
      'an unknown type',
      one({ fields: [{ ...fields[0], type: 'colour' }] }),
      'INVALID_FIELD_TYPE',
      { parameter: 'fields.0.type' },
    ],
    ['a name of a column', one({ fields: fieldsNamed('Domain') }), 'INVALID_REQUEST', { parameter: 'fields.0.name' }],
    [
      'a name of a part of one',
      one({ fields: fieldsNamed('company.name') }),
      'INVALID_REQUEST',
      { parameter: 'fields.0.name' },
    ],
    ['__proto__', one({ fields: fieldsNamed('x', '__proto__') }), 'INVALID_REQUEST', { parameter: 'fields.1.name' }],
    ['constructor', one({ fields: fieldsNamed('constructor') }), 'INVALID_REQUEST', { parameter: 'fields.0.name' }],
    [
      'a name with a line break',
      one({ fields: fieldsNamed('a\nb') }),
      'INVALID_REQUEST',
      { parameter: 'fields.0.name' },
    ],
    [
      'a name that is too long',
      one({ fields: fieldsNamed('x'.repeat(101)) }),
      'INVALID_REQUEST',
      { parameter: 'fields.0.name' },
    ],
    [
      'the same name twice',
      one({ fields: fieldsNamed('size', 'Size') }),
      'INVALID_REQUEST',
      { parameter: 'fields.1.name' },
    ],
    [
      'more prompts than one question holds',
      one({ fields: Array.from({ length: 50 }, (_, i) => ({ name: `f${i}`, prompt: 'x'.repeat(3000) })) }),
      'INVALID_REQUEST',
      { parameter: 'fields' },
    ],
    [
      'concurrency beyond 20',
      one({ options: { concurrency: 21 } }),
      'INVALID_REQUEST',
      { parameter: 'options.concurrency' },
    ],
    ['a timeout below 5000', one({ options: { timeout: 4999 } }), 'INVALID_REQUEST', { parameter: 'options.timeout' }],
    [
      'an address that is a number',
      one({ data: [...rows(2), { email: 5 }] }),
      'INVALID_EMAIL_FORMAT',
      { parameter: 'data.2.email', rows: [2] },
    ],
  ])('%s', async (_, body, code, data) => {
    expect(await refusal(body)).toEqual([400, code, data])
  })

  test('invalid addresses, with their rows', async () => {
    const data = [...rows(1), { email: 'no at sign' }, ...rows(1), { email: 'a@b@c.test' }]
    expect(await refusal({ data, fields })).toEqual([400, 'INVALID_EMAIL_FORMAT', { rows: [1, 3], count: 2 }])
  })

  test('a body that is not JSON, or has another type', async () => {
    const broken = await weir.post(ENRICHMENT, undefined, { raw: '{' })
    expect([broken.status, broken.body.error]).toEqual([400, 'INVALID_REQUEST'])
    const text = await weir.post(ENRICHMENT, undefined, { raw: '{}', headers: { 'content-type': 'text/plain' } })
    expect([text.status, text.body.error]).toEqual([400, 'INVALID_REQUEST'])
  })

  test('requests without a key, or with one for something else', async () => {
    for (const [method, path] of [
      ['POST', ENRICHMENT],
      ['GET', `${ENRICHMENT}/job_x`],
      ['GET', `${ENRICHMENT}/job_x/results`],
      ['GET', `${ENRICHMENT}/job_x/stream`],
      ['POST', `${ENRICHMENT}/job_x/cancel`],
    ] as const) {
      const { status, body } = await weir.call(method, path, undefined, { key: null })
      expect([path, status, body.success, body.error, body.data]).toEqual([path, 401, false, 'UNAUTHORIZED', {}])
    }
    const user = await weir.user('pro')
    const { key } = (
      await weir.post('/v1/auth/api-keys', { name: 'x', permissions: ['scrape'] }, { key: user.session })
    ).body.data
    const { status, body } = await weir.get(`${ENRICHMENT}/job_x`, { key })
    expect([status, body.error]).toEqual([403, 'FORBIDDEN'])
  })

  test('unknown jobs, and jobs of other accounts or kinds', async () => {
    const mine = await weir.begin({ data: rows(1), fields })
    const { key } = await weir.user('pro')
    for (const [id, as] of [
      ['job_01900000-0000-7000-8000-000000000000', weir.adminKey],
      ['nonsense', weir.adminKey],
      [mine, key],
    ] as const) {
      const { status, body } = await weir.get(`${ENRICHMENT}/${id}`, { key: as })
      expect([status, body.error, body.data]).toEqual([404, 'NOT_FOUND', { resource: 'job', id }])
    }
    const scrape = await weir.post('/v1/scrape', { urls: ['http://acme.test/'] })
    for (const path of ['', '/results', '/stream'])
      expect((await weir.get(`${ENRICHMENT}/${scrape.body.data.jobId}${path}`)).status).toBe(404)
    expect((await weir.post(`${ENRICHMENT}/${scrape.body.data.jobId}/cancel`)).status).toBe(404)
  })

  test('unknown paths and methods', async () => {
    expect((await weir.get(`${ENRICHMENT}/a/b/c`)).body.error).toBe('NOT_FOUND')
    const undecodable = await weir.get(`${ENRICHMENT}/%FF%FE`)
    expect([undecodable.status, undecodable.body.error]).toEqual([400, 'INVALID_REQUEST'])
    const { status, body, headers } = await weir.call('DELETE', ENRICHMENT)
    expect([status, body.error, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST'])
  })

  test('more than the plan allows: rows, concurrent jobs, jobs per hour, credits', async () => {
    const { key } = await weir.user('pro')
    expect(await refusal({ data: rows(8), fields }, key)).toEqual([400, 'TOO_MANY_ROWS', { provided: 8, maximum: 7 }])
    const many = Array.from({ length: 6 }, (_, i) => ({ name: `f${i}`, prompt: '?' }))
    const poor = await weir.user('pro', { monthlyCredits: 20 })
    for (let more = 0; more < 4; more++)
      expect(await refusal({ data: rows(7), fields: many }, poor.key)).toEqual([
        402,
        'INSUFFICIENT_CREDITS',
        { required: 21, available: 20, shortfall: 1 },
      ])
    const unpaid = await weir.post(ENRICHMENT, { data: rows(7), fields: many }, { key: poor.key })
    expect(['limit', 'remaining'].map((name) => unpaid.headers.get(`x-ratelimit-${name}`))).toEqual(['3', '3'])

    const held = Promise.withResolvers<void>()
    weir.model.script(async (ask: Ask) => {
      await held.promise
      return answerByLabels(ask)
    })
    const body = { data: rows(1, 'acme.test'), fields }
    const jobs = [await weir.begin(body, { key }), await weir.begin(body, { key })]
    for (let more = 0; more < 4; more++) {
      const refused = await weir.post(ENRICHMENT, body, { key })
      expect([refused.status, refused.body.error, refused.body.data.limit]).toEqual([429, 'RATE_LIMIT_EXCEEDED', 2])
      expect(['limit', 'remaining'].map((name) => refused.headers.get(`x-ratelimit-${name}`))).toEqual(['2', '0'])
    }
    held.resolve()
    for (const job of jobs) await weir.ended(job, { key })
    weir.model.script(answerByLabels)
    // The hour counts jobs, and refused requests have started none.
    const third = await weir.post(ENRICHMENT, body, { key })
    expect([third.status, third.headers.get('x-ratelimit-remaining')]).toEqual([202, '0'])
    const fourth = await weir.post(ENRICHMENT, body, { key })
    expect([fourth.status, fourth.body.error]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    const { limit, remaining, retryAfter } = fourth.body.data
    expect([limit, remaining, String(retryAfter)]).toEqual([3, 0, fourth.headers.get('retry-after') ?? 'none'])
  })
})
