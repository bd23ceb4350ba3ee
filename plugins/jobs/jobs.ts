import type { Kit, PluginApp } from 'weirjs'
import { ApiError, reply } from 'weirjs'
import { eventStream, JobData, JobParams } from 'weirjs/schemas'
import { answerResults } from './entries.ts'
import { JobList, JobListQuery, JobResults, jobTypes, ResultsQuery, StatusData } from './schema.ts'
import { showJob, showStatus } from './show.ts'
import { jobStream } from './stream.ts'

/** Source: decisions 2.7. */
const access = { permission: 'any' }

/** All jobs of the caller, of any kind. Source: spec section 4.5, decisions 4. */
export function jobRoutes(app: PluginApp, kit: Kit) {
  const { jobs, streams } = kit

  app.get(
    '/jobs',
    async ({ query: { limit = 20, ...filter }, caller }) => {
      const page = await jobs.list(caller.account.id, { ...filter, limit })
      if (page.jobs.length === 0 && filter.type !== undefined) checkType(filter.type, jobs.types())
      return {
        success: true as const,
        data: { jobs: page.jobs.map((job) => showJob(job, caller)), nextCursor: page.nextCursor },
      }
    },
    {
      access,
      query: JobListQuery,
      response: { 200: reply(JobList) },
      detail: { operationId: 'listJobs', summary: 'List your jobs', description: 'Jobs of every kind, newest first.' },
    },
  )

  app.get(
    '/jobs/:jobId',
    async ({ params: { jobId }, caller }) => ({
      success: true as const,
      data: showJob(await jobs.get(caller.account.id, jobId), caller),
    }),
    {
      access,
      params: JobParams,
      response: { 200: reply(JobData) },
      detail: {
        operationId: 'getJob',
        summary: 'Get a job',
        description:
          'A job moves from `queued` to `running`, then ends as `completed`, `failed` or `cancelled`; a final status never changes. A job with failed items is still `completed`; it is `failed` only when it could not run at all. Ended jobs are kept for 30 days unless the operator sets another period.',
      },
    },
  )

  app.get(
    '/jobs/:jobId/status',
    async ({ params: { jobId }, caller }) => ({
      success: true as const,
      data: showStatus(await jobs.get(caller.account.id, jobId)),
    }),
    {
      access,
      params: JobParams,
      response: { 200: reply(StatusData) },
      detail: {
        operationId: 'getJobStatus',
        summary: "Get a job's progress",
        description: 'A short form of the job record.',
      },
    },
  )

  app.get(
    '/jobs/:jobId/results',
    ({ params: { jobId }, query, caller }) => answerResults(kit, caller.account.id, jobId, query),
    {
      access,
      params: JobParams,
      query: ResultsQuery,
      response: { 200: reply(JobResults) },
      detail: {
        operationId: 'listJobResults',
        summary: "List a job's results",
        description:
          'Also works while the job runs and then returns the results so far. Of a job in input order, later ones may belong on pages that were read before: once it has ended, read them again from the first page. A page ends before the response reaches 64 MiB; use `nextCursor` to get the next one. Files (screenshots, PDFs) are signed URLs that work for 24 h.',
      },
    },
  )

  app.get(
    '/jobs/:jobId/stream',
    ({ params: { jobId }, caller, request }) => streams.open({ request, caller }, jobId, jobStream),
    {
      access,
      params: JobParams,
      detail: {
        operationId: 'streamJob',
        ...eventStream,
        summary: "Stream a job's events",
        description:
          'Server-Sent Events: `url_completed` (`url`, `status`, `creditsUsed`) and `progress` (`completed`, `failed`, `total`, `progress` and `successRate` in percent, `status`) for each item, and a final `completed`, `failed` or `cancelled` (`jobId`, `status`). Each event has an `id`: send it as `Last-Event-ID` to resume without gaps or repeats, even after a restart. If a job has more than 500 events, a new stream starts with one `progress` event instead of the history. The stream of an ended job sends only the last event, and is a 204 after it, so that an `EventSource` stops. A comment line is sent every 15 s.',
      },
    },
  )

  app.delete(
    '/jobs/:jobId',
    async ({ params: { jobId }, caller }) => ({
      success: true as const,
      data: showJob(await jobs.cancel(caller.account.id, jobId), caller),
    }),
    {
      access,
      params: JobParams,
      response: { 200: reply(JobData) },
      detail: {
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description:
          'Items that have not started end at once, and running items are aborted. When they have stopped, the job becomes `cancelled` and its unused credits are released. Completed items stay charged. A job that has already ended does not change.',
      },
    },
  )
}

/**
 * Called only if there is no job of the type: jobs of a plugin that is no longer loaded can still be found by theirs.
 */
function checkType(type: string, loaded: readonly string[]) {
  const known = [...new Set([...jobTypes, ...loaded])]
  if (known.includes(type)) return
  const details = { parameter: 'type', allowed: known }
  throw new ApiError('invalid_request', `type must be one of ${known.join(', ')}`, details)
}
