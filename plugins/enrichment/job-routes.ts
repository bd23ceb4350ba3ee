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
          'In the order of the request, after the job has ended; before that 409 `JOB_NOT_COMPLETED`. For a cancelled job: the finished rows.',
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
          'Unnamed Server-Sent Events, one per row and one at the end: `progress` in percent, `rowsProcessed`, `totalRows`, `status` (`processing`, then `completed`, `failed` or `cancelled`, after which the stream ends). Each has an `id`: with `Last-Event-ID` the stream continues after it, without gaps or repetitions, even after a restart.',
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
          'No further rows are started, and running ones are aborted; then the job is `cancelled` and its remaining credits are released. Finished rows stay charged. A job that has ended is not changed.',
      },
    },
  )
  return app
}
