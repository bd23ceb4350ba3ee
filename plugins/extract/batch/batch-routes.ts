import { durationInWords, type Kit, type PluginApp, toCredits } from 'weirjs'
import { eventStream, JobParams, notConfigured } from 'weirjs/schemas'
import { jobStream } from '../../jobs/service.ts'
import { checkUrls, MAX_URLS, readResults } from '../../scrape/service.ts'
import { checkWebhook, toJobWebhook } from '../../webhooks/service.ts'
import { HELD } from '../billing.ts'
import type { ExtractConfig } from '../config.ts'
import { schemaFailures } from '../fields.ts'
import type { ExtractState } from '../state.ts'
import { getExtraction } from '../status-route.ts'
import { type BatchInput, batchJob } from './batch-job.ts'
import { BatchAccepted, BatchBody, type BatchResult, BatchResults } from './schema.ts'

function toInput({ urls, schema, agent, prompt, options = {} }: BatchBody): BatchInput {
  const { concurrency = 5, continueOnError = true, includeFailures = true, timeout = 60_000, ...rest } = options
  const { processingOptions, ...page } = rest
  const how = { concurrency, continueOnError, includeFailures, timeout }
  return { urls, schema, prompt, model: agent?.model, ...how, ...page, ...processingOptions }
}

/** Source: spec sections 2.9, 4.9 and 6.1. */
export function batchRoutes(app: PluginApp, kit: Kit<ExtractConfig>, { extraction }: ExtractState) {
  const { jobs, streams } = kit

  app.post(
    '/extract/batch',
    async ({ body, caller: { account }, idempotency, set }) => {
      const input = toInput(body)
      const job = await jobs.start(batchJob, account, input, {
        millicredits: HELD * input.urls.length,
        priority: 'medium',
        idempotency,
        webhook: toJobWebhook(body.webhook),
      })
      set.status = 202
      return {
        success: true as const,
        jobId: job.id,
        data: {
          status: job.shownStatus,
          totalUrls: input.urls.length,
          estimatedCredits: toCredits(job.estimate),
          estimatedTime: durationInWords(jobs.estimateDuration(batchJob, input, input.urls.length)),
          concurrency: input.concurrency,
          statusUrl: `/v1/extract/${job.id}`,
          streamUrl: `/v1/extract/batch/${job.id}/stream`,
        },
      }
    },
    {
      access: { limit: 'extract' },
      body: BatchBody,
      response: { 202: BatchAccepted },
      async beforeHandle({ body, caller: { account } }) {
        checkUrls(body.urls, MAX_URLS, MAX_URLS, null)
        extraction.readSchema(body.schema)
        await checkWebhook(kit, body.webhook, { account: account.id })
      },
      detail: {
        operationId: 'startExtractBatch',
        'x-failures': {
          400: { too_many_urls: 'The plan allows fewer pages', ...schemaFailures },
          501: notConfigured,
        },
        'x-examples': {
          'Two pages': {
            urls: ['https://example.com/', 'https://example.org/'],
            schema: { type: 'object', properties: { title: { type: 'string' } } },
            agent: { model: 'structured' },
          },
        },
        summary: 'Extract from many pages',
        description:
          'Starts a background job that fills the schema from each page. Each page costs the same as an extraction; a failed page costs nothing. 3 credits per page are held.',
      },
    },
  )

  app.get(
    '/extract/batch/:jobId/results',
    async ({ params, caller }) => {
      const job = await getExtraction(kit, caller.account.id, params.jobId, batchJob)
      return {
        success: true as const,
        data: {
          jobId: job.id,
          status: job.shownStatus,
          totalUrls: job.total,
          successfulUrls: job.completed,
          failedUrls: job.failed,
          creditsUsed: toCredits(job.used),
          processingTime: job.startedAt === null ? 0 : (job.endedAt ?? kit.clock.now()) - job.startedAt,
          results: await readResults<BatchResult>(kit, job),
        },
      }
    },
    {
      access: 'key',
      params: JobParams,
      response: { 200: BatchResults },
      detail: {
        operationId: 'getExtractBatchResults',
        summary: 'Get the results of a batch',
        description: 'Also works while the job runs and then returns the results so far.',
      },
    },
  )

  app.get(
    '/extract/batch/:jobId/stream',
    async ({ params, caller, request }) => {
      await getExtraction(kit, caller.account.id, params.jobId, batchJob)
      return streams.open({ request, caller }, params.jobId, jobStream)
    },
    {
      access: 'key',
      params: JobParams,
      detail: {
        operationId: 'streamExtractBatch',
        ...eventStream,
        summary: "Stream a batch's events",
        description:
          'Server-Sent Events: `url_completed` and `progress` for each page, and a final `completed`, `failed` or `cancelled`.',
      },
    },
  )
  return app
}
