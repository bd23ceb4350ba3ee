import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import type { Ask } from '../models/model-server.ts'
import { answerByLabels, ENRICHMENT, type Enriching, fieldsNamed, startEnriching } from './open.ts'

/** The limits of the plans in the document. */
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
test('each plan has its limits, which /v1/capabilities shows', async () => {
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

test('an Idempotency-Key starts one job, and a different body is a conflict in the form of this family', async () => {
  const headers = { 'idempotency-key': 'list-7' }
  const first = await weir.post(ENRICHMENT, { data: rows(1), fields }, { headers })
  const again = await weir.post(ENRICHMENT, { data: rows(1), fields }, { headers })
  expect([again.status, again.body]).toEqual([202, first.body])
  const other = await weir.post(ENRICHMENT, { data: rows(2), fields }, { headers })
  expect([other.status, other.body.error]).toEqual([409, 'CONFLICT'])
})

describe('a job', () => {
  test('is accepted with its maximum price, and is listed among all jobs as processing', async () => {
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
    const queue = async (what: string) => (await weir.get(`/v1/queues/${what}`, { key })).body.data
    expect((await queue('status')).activeJobs).toBe(1)
    expect((await queue('jobs?status=active')).jobs.map(({ id }: Record<string, string>) => id)).toEqual([jobId])
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

  test('that is cancelled starts no further row, and completed rows stay charged', async () => {
    const { key } = await weir.user('enterprise')
    // The first question is about the company.
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
  }, 120_000)

  test('sends unnamed messages, and a client that reconnects continues after the last one', async () => {
    const jobId = await weir.begin({
      data: [...rows(2, 'acme.test'), { email: 'none' }, ...rows(1)],
      fields,
      options: { concurrency: 1, skipInvalidEmails: true },
    })
    const read = async (after?: string) => {
      const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after }
      const { status, text, headers: sent } = await weir.get(`${ENRICHMENT}/${jobId}/stream`, { headers })
      // Nothing is left, and an EventSource does not reconnect.
      if (status === 204) return undefined
      expect(sent.get('content-type')).toBe('text/event-stream')
      expect(text).not.toContain('event:')
      return [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data]) => ({ id: id!, ...JSON.parse(data!) }))
    }
    const events = (await read()) ?? []
    expect(events.map(({ rowsProcessed, status }) => [rowsProcessed, status])).toEqual([
      [1, 'processing'],
      [2, 'processing'],
      [4, 'processing'],
      [4, 'completed'],
    ])
    for (const event of events) expect(event).toMatchObject({ totalRows: 4, progress: event.rowsProcessed * 25 })
    expect(await read(events[1].id)).toEqual(events.slice(2))
    expect(await read(events[3].id)).toBeUndefined()
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
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
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

  test('whose rows are all skipped is completed, and costs nothing', async () => {
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

test('accepts a body of up to 32 MiB', async () => {
  const large = (size: number) => ({
    data: [{ email: 'a@nowhere.test', additionalFields: { note: 'x'.repeat(size) } }],
    fields,
  })
  expect((await weir.post(ENRICHMENT, large(3_000_000))).status).toBe(202)
  const { status, body } = await weir.post(ENRICHMENT, large(33 * 1024 * 1024))
  expect([status, body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})

test('the document describes the whole family, including the form of errors', async () => {
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
