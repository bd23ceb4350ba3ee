import { ApiError, type JobRecord, type Kit, type ResultEntry } from 'weirjs'

/** Results that are in memory at a time: each may be a page of several megabytes. */
const AT_ONCE = 10

type Ports = Pick<Kit, 'jobs' | 'files'>

/** The files of a result, with links to them. */
export const linksOf = ({ files }: ResultEntry, { link }: Kit['files']) =>
  files.map(({ id, type, mediaType, size }) => ({ id, type, mediaType, size, url: link(id) }))

/** A result as it is shown: what the job made of the item, and its files where there are some. */
export function showEntry(entry: ResultEntry, files: Kit['files']): string {
  const links = linksOf(entry, files)
  if (links.length === 0 || !entry.json.endsWith('}')) return entry.json
  const first = (type: string) => links.find((file) => file.type === type)?.url
  const added = { screenshot: first('screenshot'), pdf: first('pdf'), files: links }
  const separator = entry.json === '{}' ? '' : ','
  return `${entry.json.slice(0, -1)}${separator}${JSON.stringify(added).slice(1)}`
}

/** Positions are what a page of results begins behind. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,15}$/.test(cursor))
    throw new ApiError(400, 'invalid_request', 'cursor must be the nextCursor of the page before', {
      parameter: 'cursor',
    })
  return Number(cursor)
}

/** Reads a page of results, a few at a time. */
export async function* readPage(
  { jobs }: Ports,
  job: JobRecord,
  { after, limit }: { after: number; limit: number },
): AsyncGenerator<ResultEntry> {
  for (let left = limit, last = after; left > 0; ) {
    const entries = await jobs.results(job.account, job.id, { after: last, limit: Math.min(left, AT_ONCE) })
    yield* entries
    if (entries.length < Math.min(left, AT_ONCE)) return
    left -= entries.length
    last = entries.at(-1)!.position
  }
}

/** Whether there are results behind a position, as the cursor of a next page. */
export async function cursorBehind({ jobs }: Ports, job: JobRecord, position: number): Promise<string | null> {
  const [next] = await jobs.results(job.account, job.id, { after: position, limit: 1 })
  return next ? String(position) : null
}

/** An answer that is written while it is read, so that memory does not grow with it. */
export function streamed(parts: AsyncIterable<string>): Response {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** `GET /v1/jobs/{jobId}/results`. */
export async function answerResults(
  kit: Ports,
  accountId: string,
  jobId: string,
  { limit = 20, cursor }: { limit?: number; cursor?: string },
): Promise<Response> {
  const after = readCursor(cursor)
  const job = await kit.jobs.get(accountId, jobId)

  async function* parts() {
    const head = { jobId, status: job.shownStatus, total: job.results }
    yield `{"success":true,"data":${JSON.stringify(head).slice(0, -1)},"results":[`
    let last = after
    for await (const entry of readPage(kit, job, { after, limit })) {
      yield `${last === after ? '' : ','}${showEntry(entry, kit.files)}`
      last = entry.position
    }
    yield `],"nextCursor":${JSON.stringify(await cursorBehind(kit, job, last))}}}`
  }
  return streamed(parts())
}
