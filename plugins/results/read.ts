import { type Kit, LongText, linkFiles, MAX_ANSWER, type PluginApp, reply, type StoredResult, streamJson } from 'weirjs'
import { JobParams } from 'weirjs/schemas'
import { readCursor, writePage } from '../jobs/service.ts'
import { checkEnded } from './check-ended.ts'
import { AllResultsQuery, EndedResults } from './schema.ts'

/** A summary of a job's first result, whatever the kind of job. */
interface Summary {
  /** The content as JSON. */
  content: () => AsyncIterable<string> | Iterable<string>
  metadata: Record<string, unknown>
  /** The approximate size in bytes. */
  size: number
}

async function summarise(entry: StoredResult | undefined): Promise<Summary> {
  const nothing = { content: () => ['""'], metadata: { title: null, url: null }, size: 0 }
  if (!entry) return nothing
  const whole = { ...nothing, content: () => quoted(entry.json()), size: 2 * entry.size }
  // A large result is left out, as it is among the items too.
  if (entry.size > MAX_ANSWER / 4) return nothing
  const fields = await entry.fields()
  if (!fields) return whole
  const { content, title, url, metadata } = fields
  const more = typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const said = { metadata: { ...more, title: text(title) ?? text(more.title), url: text(url) ?? text(more.url) } }
  if (content === undefined) return { ...whole, ...said }
  if (content instanceof LongText) return { ...said, content: () => between('"', content.pieces()), size: entry.size }
  const shown = typeof content === 'string' ? content : JSON.stringify(content)
  return { ...said, content: () => [JSON.stringify(shown)], size: entry.size }
}

async function* between(mark: string, pieces: AsyncIterable<string>) {
  yield mark
  yield* pieces
  yield mark
}

/** Encodes JSON as a JSON string. */
async function* quoted(pieces: AsyncIterable<string>) {
  yield '"'
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1)
  yield '"'
}

async function firstOf(results: AsyncIterable<StoredResult>): Promise<StoredResult | undefined> {
  for await (const result of results) return result
  return undefined
}

/** The route `GET /v1/results/{jobId}`. Source: spec section 2.12, decisions 4.2. */
export function readRoute(app: PluginApp, kit: Kit) {
  const { jobs, files } = kit
  app.get(
    '/results/:jobId',
    async ({ params: { jobId }, query: { limit = 100, cursor }, caller }) => {
      const after = readCursor(cursor)
      const job = await jobs.get(caller.account.id, jobId)
      checkEnded(job)
      const summary = await summarise(await firstOf(jobs.stored(job.account, jobId)))

      async function* parts() {
        const links: ReturnType<typeof linkFiles> = []
        yield `{"success":true,"data":{"jobId":${JSON.stringify(jobId)},"status":"${job.status}","results":{"content":`
        yield* summary.content()
        yield `,"metadata":${JSON.stringify(summary.metadata)},"items":[`
        const page = writePage(kit, job, { after, limit, taken: summary.size }, (entry) => {
          links.push(...linkFiles(entry.files, files))
        })
        const nextCursor = yield* page
        yield `],"total":${job.results},"nextCursor":${JSON.stringify(nextCursor)}},"files":${JSON.stringify(links)}}}`
      }
      return streamJson(parts())
    },
    {
      access: 'key',
      params: JobParams,
      query: AllResultsQuery,
      response: { 200: reply(EndedResults) },
      detail: {
        operationId: 'getResults',
        'x-failures': { 409: { job_not_completed: 'The job has not ended' } },
        summary: 'Get the results of an ended job',
        description:
          'A job that has not ended gives 409 `job_not_completed` with `status` in the details. `content` is empty if the first item is larger than 16 MiB. A page ends before the response reaches 64 MiB.',
      },
    },
  )
}
