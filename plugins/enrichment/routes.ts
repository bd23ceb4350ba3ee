import { ApiError, isoTime, type Kit, type PluginApp, reply, t, toCredits } from 'weirjs'
import { eventStream, JobParams } from 'weirjs/schemas'
import { checkWebhook, toJobWebhook } from '../webhooks/service.ts'
import { type EnrichmentConfig, priceOf } from './config.ts'
import { enrichmentJob } from './job.ts'
import { rowsPerJob } from './plan-fields.ts'
import { checkBody, toInput, toItems } from './read-body.ts'
import { answerRows } from './results/index.ts'
import { EnrichedRow, EnrichmentAccepted, EnrichmentBody, EnrichmentStatus, ResultsQuery } from './schema.ts'
import type { EnrichmentState } from './state.ts'
import { findJob, showStatus } from './status.ts'
import { enrichmentStream } from './stream.ts'

/** Bytes of a body: many rows, each with what the caller knows of it. Source: decisions 1.3. */
const MAX_BODY = 32 * 1024 * 1024

/** Source: spec section 4.10. */
export function enrichmentRoutes(app: PluginApp, kit: Kit<EnrichmentConfig>, state: EnrichmentState) {
  const { jobs, accounts, config, streams } = kit

  app.post(
    '/ai-enrichment',
    async ({ body, caller: { account }, idempotency, set }) => {
      const input = toInput(body)
      const job = await jobs.start(enrichmentJob, account, input, {
        millicredits: priceOf(input.fields.length, config) * input.rows,
        priority: 'medium',
        idempotency,
        webhook: toJobWebhook(body.webhook),
        items: toItems(body),
      })
      set.status = 202
      return {
        success: true as const,
        data: {
          jobId: job.id,
          status: job.shownStatus,
          totalRows: input.rows,
          estimatedCredits: toCredits(job.estimate),
          estimatedTime: Math.round(jobs.estimateDuration(enrichmentJob, input, input.rows)),
          createdAt: isoTime(job.createdAt),
          statusUrl: `/v1/ai-enrichment/${job.id}`,
          streamUrl: `/v1/ai-enrichment/${job.id}/stream`,
        },
      }
    },
    {
      access: { limit: 'enrichment', countsJobs: true, maxBody: MAX_BODY },
      body: EnrichmentBody,
      response: { 202: reply(EnrichmentAccepted) },
      async beforeHandle({ body, caller: { account } }) {
        await checkBody(body, { name: account.plan, rows: rowsPerJob.of(accounts.plan(account)) })
        state.schemaFor(body.fields)
        await checkWebhook(kit, body.webhook, { account: account.id })
      },
      detail: {
        operationId: 'startEnrichment',
        'x-failures': {
          400: {
            invalid_email_format: 'An address is none; `data.rows` says of which rows',
            missing_fields: 'No fields are asked for',
            too_many_rows: 'The plan takes fewer rows',
          },
        },
        'x-examples': {
          'The industry and the size of two companies': {
            data: [
              { email: 'press@example.com' },
              { email: 'jane.doe@example.org', additionalFields: { title: 'Head of Purchasing' } },
            ],
            fields: [
              { name: 'industry', prompt: 'Which industry is the company in?', type: 'text' },
              { name: 'employees', prompt: 'How many people work there?', type: 'number' },
            ],
          },
        },
        summary: 'Enrich a list of e-mail addresses',
        description:
          'A background job. Of each row: the domain, its mail servers and the kind of address (discovery); what the company’s own site says of it (profile: home, about, contact and imprint pages, fetched once per domain); and the answers to `fields`, by the language model that the server has, from the site and from `additionalFields`. Without a model the structured data of the site answers what it can. A row succeeds where at least one field is answered, and then costs 1 credit with one or two fields, 2 with up to five, 3 with more; one that fails or is skipped costs nothing. Domains of free-mail and disposable providers have no company. No mail server is spoken to.',
      },
    },
  )

  app.get(
    '/ai-enrichment/:jobId',
    async ({ params: { jobId }, caller }) => {
      const { job, input } = await findJob(kit, caller.account.id, jobId)
      return { success: true as const, data: showStatus(job, input, kit) }
    },
    {
      access: 'key',
      params: JobParams,
      response: { 200: reply(EnrichmentStatus) },
      detail: { operationId: 'getEnrichment', summary: 'Read how far an enrichment is' },
    },
  )

  app.get(
    '/ai-enrichment/:jobId/results',
    async ({ params: { jobId }, query: { format = 'json' }, caller }) => {
      const { job, input } = await findJob(kit, caller.account.id, jobId)
      if (job.endedAt === null) {
        const message = `The job is ${job.shownStatus}; its rows can be downloaded when it has ended`
        throw new ApiError('job_not_completed', message, { status: job.shownStatus })
      }
      return answerRows(kit, job, input, format)
    },
    {
      access: 'key',
      params: JobParams,
      query: ResultsQuery,
      detail: {
        operationId: 'downloadEnrichment',
        'x-failures': { 409: { job_not_completed: 'The job has not ended' } },
        summary: 'Download enriched rows',
        description:
          'In the order of the request, when the job has ended; before that 409 `JOB_NOT_COMPLETED`. Of a cancelled job: the rows that were done.',
        responses: {
          200: {
            description: 'The rows',
            content: {
              'application/json': { schema: t.Array(EnrichedRow) as object },
              'application/x-ndjson': { schema: { type: 'string' } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
        },
      },
    },
  )

  app.get(
    '/ai-enrichment/:jobId/stream',
    async ({ params: { jobId }, caller, request }) => {
      const { input } = await findJob(kit, caller.account.id, jobId)
      return streams.open({ request, caller }, jobId, enrichmentStream(input.rows))
    },
    {
      access: 'key',
      params: JobParams,
      detail: {
        operationId: 'streamEnrichment',
        ...eventStream,
        summary: 'Follow an enrichment',
        description:
          'Server-Sent Events without a name, one a row, and one at the end: `progress` in percent, `rowsProcessed`, `totalRows`, `status` (`processing`, then `completed`, `failed` or `cancelled`, after which the stream ends). Each has an `id`: `Last-Event-ID` goes on behind it without a gap and without a repeat, also after a restart.',
      },
    },
  )

  app.post(
    '/ai-enrichment/:jobId/cancel',
    async ({ params: { jobId }, caller }) => {
      const { input } = await findJob(kit, caller.account.id, jobId)
      const job = await jobs.cancel(caller.account.id, jobId)
      return { success: true as const, data: showStatus(job, input, kit) }
    },
    {
      access: 'key',
      params: JobParams,
      response: { 200: reply(EnrichmentStatus) },
      detail: {
        operationId: 'cancelEnrichment',
        summary: 'Cancel an enrichment',
        description:
          'No further row is begun, and those under way are ended; then the job is `cancelled` and the rest of its credits is free. Rows that were done stay charged. A job that has ended stays as it is.',
      },
    },
  )
  return app
}
