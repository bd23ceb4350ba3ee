import { badCursor, fileFields, type JobRecord, type Kit, MAX_ANSWER, type StoredResult, streamJson } from 'weirjs'

type Ports = Pick<Kit, 'jobs' | 'files'>

/** Bytes that an answer has besides its results. */
const MARGIN = 64 * 1024
/** Bytes that a link to a file takes at most. */
const LINK = 2048

/**
 * A result as it is shown, as JSON: what the job made of the item, and its files where there are some. `json` is the
 * result's.
 */
export async function* showEntry(
  entry: StoredResult,
  files: Kit['files'],
  json: AsyncIterable<string> = entry.json(),
): AsyncGenerator<string> {
  const added = fileFields(entry.files, files)
  if (!added) return yield* json
  // The end is held back, as the files go before it.
  let held = ''
  let length = 0
  for await (const piece of json) {
    const text = held + piece
    held = text.slice(-1)
    yield text.slice(0, -1)
    length += text.length - 1
  }
  if (held !== '}') return yield held
  yield `${length === 1 ? '' : ','}${JSON.stringify(added).slice(1)}`
}

/** Positions are what a page of results begins behind. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,15}$/.test(cursor)) throw badCursor()
  return Number(cursor)
}

export interface PageOptions {
  /** The position that it begins behind. */
  after: number
  limit: number
  /** Bytes that the answer has besides. */
  taken?: number
}

/**
 * A page of results as the elements of a list. It ends before the answer gets too large, though never before its
 * first.
 */
export async function* writePage(
  { jobs, files }: Ports,
  job: JobRecord,
  { after, limit, taken = 0 }: PageOptions,
  written?: (entry: StoredResult) => void,
): AsyncGenerator<string, string | null> {
  let size = MARGIN + taken
  let count = 0
  let last = after
  for await (const entry of jobs.stored(job.account, job.id, after)) {
    const entrySize = entry.size + entry.files.length * LINK
    if (count > 0 && (count >= limit || size + entrySize > MAX_ANSWER)) return String(last)
    if (count > 0) yield ','
    yield* showEntry(entry, files)
    written?.(entry)
    last = entry.position
    size += entrySize + 1
    count++
  }
  return null
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
    const nextCursor = yield* writePage(kit, job, { after, limit })
    yield `],"nextCursor":${JSON.stringify(nextCursor)}}}`
  }
  return streamJson(parts())
}
