import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import type { Ask } from '../models/model-server.ts'
import { answerByLabels, ENRICHMENT, type Enriching, fieldsNamed, startEnriching } from './open.ts'

/** As the document has it. */
interface Reply {
  content: Record<string, { schema: { $ref?: string } }>
}

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
/** Status, code and data of a refusal. */
const refusal = async (body: unknown, key = weir.adminKey) => {
  const { status, body: said } = await weir.post(ENRICHMENT, body, { key })
  expect([said.success, typeof said.message]).toEqual([false, 'string'])
  return [status, said.error, said.data]
}

describe('what is refused', () => {
  const one = (changes: Record<string, unknown>) => ({ data: rows(1), fields, ...changes })
  test.each([
    ['no data', { fields }, 'INVALID_REQUEST', { parameter: 'data' }],
    ['an empty list', one({ data: [] }), 'INVALID_REQUEST', { parameter: 'data' }],
    ['rows that are none', one({ data: [5] }), 'INVALID_REQUEST', { parameter: 'data.0' }],
    ['no fields', { data: rows(1) }, 'MISSING_FIELDS', { parameter: 'fields' }],
    ['an empty list of fields', one({ fields: [] }), 'MISSING_FIELDS', { parameter: 'fields' }],
    ['fields that are none', one({ fields: 'industry' }), 'INVALID_REQUEST', { parameter: 'fields' }],
    ['a field without a prompt', one({ fields: [{ name: 'x' }] }), 'INVALID_REQUEST', { parameter: 'fields.0.prompt' }],
    [
      'a type that there is not',
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
      'a name that is long',
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

  test('addresses that are none, with their rows', async () => {
    const data = [...rows(1), { email: 'no at sign' }, ...rows(1), { email: 'a@b@c.test' }]
    expect(await refusal({ data, fields })).toEqual([400, 'INVALID_EMAIL_FORMAT', { rows: [1, 3], count: 2 }])
  })

  test('a body that is no JSON, or has another type', async () => {
    const broken = await weir.post(ENRICHMENT, undefined, { raw: '{' })
    expect([broken.status, broken.body.error]).toEqual([400, 'INVALID_REQUEST'])
    const text = await weir.post(ENRICHMENT, undefined, { raw: '{}', headers: { 'content-type': 'text/plain' } })
    expect([text.status, text.body.error]).toEqual([400, 'INVALID_REQUEST'])
  })

  test('who has no key, or one for something else', async () => {
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

  test('jobs that are unknown, another’s, or of another kind', async () => {
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

  test('paths and methods that there are not', async () => {
    expect((await weir.get(`${ENRICHMENT}/a/b/c`)).body.error).toBe('NOT_FOUND')
    const undecodable = await weir.get(`${ENRICHMENT}/%FF%FE`)
    expect([undecodable.status, undecodable.body.error]).toEqual([400, 'INVALID_REQUEST'])
    const { status, body, headers } = await weir.call('DELETE', ENRICHMENT)
    expect([status, body.error, headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST'])
  })

  test('more than the plan allows: rows, jobs at once, jobs in an hour, credits', async () => {
    const { key } = await weir.user('pro')
    expect(await refusal({ data: rows(8), fields }, key)).toEqual([400, 'TOO_MANY_ROWS', { provided: 8, maximum: 7 }])
    const many = Array.from({ length: 6 }, (_, i) => ({ name: `f${i}`, prompt: '?' }))
    const poor = await weir.user('pro', { monthlyCredits: 20 })
    expect(await refusal({ data: rows(7), fields: many }, poor.key)).toEqual([
      402,
      'INSUFFICIENT_CREDITS',
      { required: 21, available: 20, shortfall: 1 },
    ])

    const held = Promise.withResolvers<void>()
    weir.model.script(async (ask: Ask) => {
      await held.promise
      return answerByLabels(ask)
    })
    const body = { data: rows(1, 'acme.test'), fields }
    const jobs = [await weir.begin(body, { key }), await weir.begin(body, { key })]
    const third = await weir.post(ENRICHMENT, body, { key })
    expect([third.status, third.body.error, third.body.data.limit]).toEqual([429, 'RATE_LIMIT_EXCEEDED', 2])
    held.resolve()
    for (const job of jobs) await weir.ended(job, { key })
    weir.model.script(answerByLabels)
    const fourth = await weir.post(ENRICHMENT, body, { key })
    expect([fourth.status, fourth.body.error]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    const { limit, remaining, retryAfter } = fourth.body.data
    expect([limit, remaining, String(retryAfter)]).toEqual([3, 0, fourth.headers.get('retry-after') ?? 'none'])
  })
})

test('each plan has its numbers, which /v1/capabilities shows', async () => {
  const limits = async (plan: string) => {
    const { key } = await weir.user(plan)
    const { limits: all } = (await weir.get('/v1/capabilities', { key })).body.data
    return [all['enrichment.jobs'], all['enrichment.rows'], all['enrichment.perHour']]
  }
  expect(await limits('free')).toEqual([1, 100, 5])
  expect(await limits('starter')).toEqual([3, 500, 20])
  expect(await limits('pro')).toEqual([2, 7, 3])
  expect(await limits('enterprise')).toEqual([50, 50_000, null])
})

test('an Idempotency-Key starts one job, and its other body is a conflict in this family’s shape', async () => {
  const headers = { 'idempotency-key': 'list-7' }
  const first = await weir.post(ENRICHMENT, { data: rows(1), fields }, { headers })
  const again = await weir.post(ENRICHMENT, { data: rows(1), fields }, { headers })
  expect([again.status, again.body]).toEqual([202, first.body])
  const other = await weir.post(ENRICHMENT, { data: rows(2), fields }, { headers })
  expect([other.status, other.body.error]).toEqual([409, 'CONFLICT'])
})

describe('a job', () => {
  test('is accepted with what it may cost, and is seen among all jobs as processing', async () => {
    const held = Promise.withResolvers<void>()
    weir.model.script(async (ask: Ask) => {
      await held.promise
      return answerByLabels(ask)
    })
    const three = fieldsNamed('industry', 'motto', 'size')
    const { key } = await weir.user()
    const { status, body } = await weir.post(
      ENRICHMENT,
      { data: rows(3, 'acme.test'), fields: three, more: 1 },
      { key },
    )
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        data: {
          jobId: expect.stringMatching(/^job_/),
          status: 'queued',
          totalRows: 3,
          estimatedCredits: 6,
          estimatedTime: expect.any(Number),
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          statusUrl: `${ENRICHMENT}/${body.data.jobId}`,
          streamUrl: `${ENRICHMENT}/${body.data.jobId}/stream`,
        },
        warnings: ['unknown parameter: more'],
      },
    ])
    const { jobId } = body.data
    while ((await weir.get(`${ENRICHMENT}/${jobId}`, { key })).body.data.status === 'queued') await Bun.sleep(10)
    const shown = (await weir.get(`${ENRICHMENT}/${jobId}`, { key })).body.data
    expect(shown).toMatchObject({ id: jobId, status: 'processing', rowsProcessed: 0, completedAt: null, progress: 0 })
    expect(shown.estimatedTimeRemaining).toBeGreaterThan(0)
    const { data } = (await weir.get('/v1/jobs?type=enrichment&status=processing', { key })).body
    expect(data.jobs.map(({ id, type, status }: Record<string, string>) => [id, type, status])).toEqual([
      [jobId, 'enrichment', 'processing'],
    ])
    const early = await weir.get(`${ENRICHMENT}/${jobId}/results`, { key })
    expect([early.status, early.body.error, early.body.data]).toEqual([
      409,
      'JOB_NOT_COMPLETED',
      { status: 'processing' },
    ])
    held.resolve()
    await weir.ended(jobId, { key })
    weir.model.script(answerByLabels)
  })

  test('that is cancelled begins no further row, and what was done stays charged', async () => {
    const { key } = await weir.user('enterprise')
    // The first is asked of the company.
    let answered = 0
    weir.model.script(async (ask: Ask) => {
      if (++answered > 5) await Bun.sleep(60_000)
      return answerByLabels(ask)
    })
    const jobId = await weir.begin({ data: rows(30, 'acme.test'), fields, options: { concurrency: 2 } }, { key })
    while ((await weir.get(`${ENRICHMENT}/${jobId}`, { key })).body.data.rowsProcessed < 4) await Bun.sleep(50)
    await weir.post(`${ENRICHMENT}/${jobId}/cancel`, undefined, { key })
    const status = await weir.ended(jobId, { key })
    weir.model.script(answerByLabels)
    expect(status).toMatchObject({
      status: 'cancelled',
      totalRows: 30,
      rowsProcessed: 4,
      rowsSucceeded: 4,
      creditsUsed: 4,
    })
    const { body } = await weir.get(`${ENRICHMENT}/${jobId}/results`, { key })
    expect(body.map(({ enrichment_status }: Record<string, string>) => enrichment_status)).toEqual(
      Array(4).fill('success'),
    )
    expect((await weir.get('/v1/users/profile', { key })).body.data.credits.used).toBe(4)
    const again = await weir.post(`${ENRICHMENT}/${jobId}/cancel`, undefined, { key })
    expect([again.status, again.body.data.status]).toEqual([200, 'cancelled'])
  }, 20_000)

  test('sends unnamed messages, which a client that comes back gets from where it was', async () => {
    const jobId = await weir.begin({
      data: [...rows(2, 'acme.test'), { email: 'none' }, ...rows(1)],
      fields,
      options: { concurrency: 1, skipInvalidEmails: true },
    })
    const read = async (after?: string) => {
      const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after }
      const { text, headers: sent } = await weir.get(`${ENRICHMENT}/${jobId}/stream`, { headers })
      expect(sent.get('content-type')).toBe('text/event-stream')
      expect(text).not.toContain('event:')
      return [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data]) => ({ id: id!, ...JSON.parse(data!) }))
    }
    const events = await read()
    expect(events.map(({ rowsProcessed, status }) => [rowsProcessed, status])).toEqual([
      [1, 'processing'],
      [2, 'processing'],
      [4, 'processing'],
      [4, 'completed'],
    ])
    for (const event of events) expect(event).toMatchObject({ totalRows: 4, progress: event.rowsProcessed * 25 })
    expect(await read(events[1].id)).toEqual(events.slice(2))
    expect(await read(events[3].id)).toEqual([])
    expect(await read()).toEqual(events.slice(3))
  })

  test('is downloaded as JSON, NDJSON and CSV', async () => {
    const { jobId, rows: json } = await weir.enrich({ data: [...rows(2, 'acme.test'), ...rows(1)], fields })
    const download = (format: string) => weir.get(`${ENRICHMENT}/${jobId}/results?format=${format}`)
    const lines = await download('ndjson')
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson')
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(json)
    const csv = await download('csv')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${jobId}.csv"`)
    expect(csv.text.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'email',
      ...json.map(({ email }) => email),
      '',
    ])
    const other = await download('docx')
    expect([other.status, other.body.error, other.body.data]).toEqual([400, 'INVALID_REQUEST', { parameter: 'format' }])
    expect((await weir.get(`/v1/jobs/${jobId}/results`)).body.data.results).toEqual(json)
  })

  test('of which all rows are skipped is completed, and costs nothing', async () => {
    const {
      jobId,
      rows: all,
      status,
    } = await weir.enrich({
      data: [{ email: 'x' }, { email: 'y' }],
      fields,
      options: { skipInvalidEmails: true },
    })
    expect(all.map(({ enrichment_status }) => enrichment_status)).toEqual(['skipped', 'skipped'])
    expect(status).toMatchObject({ status: 'completed', rowsProcessed: 2, progress: 100, creditsUsed: 0 })
    expect((await weir.get(`/v1/jobs/${jobId}`)).body.data).toMatchObject({ status: 'completed', progress: 100 })
  })
})

test('takes a body of up to 32 MiB', async () => {
  const large = (size: number) => ({
    data: [{ email: 'a@nowhere.test', additionalFields: { note: 'x'.repeat(size) } }],
    fields,
  })
  expect((await weir.post(ENRICHMENT, large(3_000_000))).status).toBe(202)
  const { status, body } = await weir.post(ENRICHMENT, large(33 * 1024 * 1024))
  expect([status, body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})

test('the document tells all of it, and the failures’ shape', async () => {
  const document = (await weir.get('/openapi.json')).body
  await SwaggerParser.validate(structuredClone(document))
  type Operations = Record<string, { responses: Record<string, Reply> }>
  const paths = Object.entries(document.paths as Record<string, Operations>)
  const operations = paths.filter(([path]) => path.startsWith(ENRICHMENT))
  expect(operations.map(([path]) => path)).toEqual([
    ENRICHMENT,
    `${ENRICHMENT}/{jobId}`,
    `${ENRICHMENT}/{jobId}/results`,
    `${ENRICHMENT}/{jobId}/stream`,
    `${ENRICHMENT}/{jobId}/cancel`,
  ])
  const replies = operations.flatMap(([, methods]) =>
    Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
  )
  const failures = replies.filter(([status]) => Number(status) >= 400)
  const shapes = failures.map(([, { content }]) => content['application/json']?.schema.$ref)
  expect(new Set(shapes)).toEqual(new Set(['#/components/schemas/EnrichmentError']))
  const rows = document.paths[`${ENRICHMENT}/{jobId}/results`].get.responses[200].content
  expect(Object.keys(rows).sort()).toEqual(['application/json', 'application/x-ndjson', 'text/csv'])
})
