import { ApiError, type Kit, type PluginApp, reply, t } from 'weirjs'
import { eventStream, JobParams } from 'weirjs/schemas'
import type { EnrichmentConfig } from './config.ts'
import { answerRows } from './results/index.ts'
import { EnrichedRow, EnrichmentStatus, ResultsQuery } from './schema.ts'
import { findJob, showStatus } from './status.ts'
import { enrichmentStream } from './stream.ts'

/** The progress, results and cancellation of an enrichment. Source: spec section 4.10. */
export function jobRoutes(app: PluginApp, kit: Kit<EnrichmentConfig>) {
  const { jobs, streams } = kit

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
      detail: { operationId: 'getEnrichment', summary: 'Get the progress of an enrichment' },
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
          'In the order of the request. Available when the job has ended; before that 409 `JOB_NOT_COMPLETED`. For a cancelled job: the rows that were completed.',
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
        summary: 'Stream the events of an enrichment',
        description:
          'Server-Sent Events without a name, one per row and one at the end: `progress` in percent, `rowsProcessed`, `totalRows`, `status` (`processing`, then `completed`, `failed` or `cancelled`, after which the stream ends). Each event has an `id`: send it as `Last-Event-ID` to resume without gaps or repeats, even after a restart.',
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
          'No further row is started, and running rows are aborted; the job then becomes `cancelled` and its unused credits are released. Completed rows stay charged. A job that has already ended does not change.',
      },
    },
  )
  return app
}
