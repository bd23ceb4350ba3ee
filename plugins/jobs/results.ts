import { ApiError, type Kit, type PluginApp, type ResultEntry, reply } from 'weirjs'
import { JobParams } from 'weirjs/schemas'
import { cursorBehind, linksOf, readCursor, readPage, showEntry } from './entries.ts'
import { AllResultsQuery, EndedResults } from './schema.ts'

/** What the first result says of itself, whatever kind of job it is of. */
function summary(entry: ResultEntry | undefined) {
  const none = { content: '', metadata: { title: null, url: null } }
  if (!entry) return none
  const result: unknown = JSON.parse(entry.json)
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return { ...none, content: entry.json }
  const { content, title, url, metadata } = result as Record<string, unknown>
  const more = typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    content: typeof content === 'string' ? content : content === undefined ? entry.json : JSON.stringify(content),
    metadata: { ...more, title: text(title) ?? text(more.title), url: text(url) ?? text(more.url) },
  }
}

/** Results of jobs that have ended. Source: spec section 2.12, decisions 4.2. */
export function resultRoutes(app: PluginApp, kit: Kit) {
  const { jobs, files } = kit
  app.get(
    '/results/:jobId',
    async ({ params: { jobId }, query: { limit = 100, cursor }, caller }) => {
      const after = readCursor(cursor)
      const job = await jobs.get(caller.account.id, jobId)
      if (job.endedAt === null)
        throw new ApiError(
          409,
          'job_not_completed',
          `The job is ${job.shownStatus}; its results so far are at /v1/jobs/${jobId}/results`,
          { status: job.shownStatus },
        )
      const [first] = await jobs.results(caller.account.id, jobId, { limit: 1 })
      const entries: ResultEntry[] = []
      for await (const entry of readPage(kit, job, { after, limit })) entries.push(entry)
      const nextCursor = await cursorBehind(kit, job, entries.at(-1)?.position ?? after)
      return {
        success: true as const,
        data: {
          jobId,
          status: job.status,
          results: {
            ...summary(first),
            items: entries.map((entry): unknown => JSON.parse(showEntry(entry, files))),
            total: job.results,
            nextCursor,
          },
          files: entries.flatMap((entry) => linksOf(entry, files)),
        },
      }
    },
    {
      access: { permission: 'results' },
      params: JobParams,
      query: AllResultsQuery,
      response: { 200: reply(EndedResults) },
      detail: {
        operationId: 'getResults',
        summary: 'Read the results of an ended job',
        description: 'A job that has not ended is 409 `job_not_completed`, details `status`.',
      },
    },
  )
}
