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
      return { success: true as const, data: { jobs: page.jobs.map(showJob), nextCursor: page.nextCursor } }
    },
    {
      access,
      query: JobListQuery,
      response: { 200: reply(JobList) },
      detail: { operationId: 'listJobs', summary: 'List your jobs', description: 'Newest first, jobs of every kind.' },
    },
  )

  app.get(
    '/jobs/:jobId',
    async ({ params: { jobId }, caller }) => ({
      success: true as const,
      data: showJob(await jobs.get(caller.account.id, jobId)),
    }),
    {
      access,
      params: JobParams,
      response: { 200: reply(JobData) },
      detail: {
        operationId: 'getJob',
        summary: 'Read a job',
        description:
          'A job goes from `queued` to `running` and then to `completed`, `failed` or `cancelled`, which are final. A job with some failed items is `completed`; it is `failed` only if it could not be done at all. Ended jobs are kept for 30 days, unless the operator has set another time.',
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
        summary: 'Read how far a job is',
        description: 'The short form of the job’s record.',
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
        summary: 'Read the results of a job',
        description:
          'While the job runs, the results so far. A page ends before the answer exceeds 64 MiB; `nextCursor` then leads on. Files (screenshots, PDFs) are signed links, valid for 24 h.',
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
        summary: 'Follow a job',
        description:
          'Server-Sent Events: `url_completed` (`url`, `status`, `creditsUsed`) and `progress` (`completed`, `failed`, `total`, `progress` and `successRate` in percent, `status`) for each item, and at the end `completed`, `failed` or `cancelled` (`jobId`, `status`). Each has an `id`: with `Last-Event-ID` the stream continues after it, without gaps or repetitions, even after a restart. If a job has more than 500 past events, a new client gets a single `progress` for them; the stream of an ended job has only its last event. A comment line is sent every 15 s.',
      },
    },
  )

  app.delete(
    '/jobs/:jobId',
    async ({ params: { jobId }, caller }) => ({
      success: true as const,
      data: showJob(await jobs.cancel(caller.account.id, jobId)),
    }),
    {
      access,
      params: JobParams,
      response: { 200: reply(JobData) },
      detail: {
        operationId: 'cancelJob',
        summary: 'Cancel a job',
        description:
          'Waiting items are dropped, and running ones are aborted; then the job is `cancelled` and its remaining credits are released. Finished items stay charged. A job that has ended is not changed.',
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
