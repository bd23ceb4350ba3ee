import { badCursor, fileFields, type JobRecord, type Kit, MAX_ANSWER, type StoredResult, streamJson } from 'weirjs'

type Ports = Pick<Kit, 'jobs' | 'files'>

/** Bytes reserved for the response besides its results. */
const MARGIN = 64 * 1024
/** The most bytes of a link to a file. */
const LINK = 2048

/**
 * A result as JSON in its public form: the job's result for the item, with its files if there are any. `json` is the
 * stored result.
 */
export async function* showEntry(
  entry: StoredResult,
  files: Kit['files'],
  json: AsyncIterable<string> = entry.json(),
): AsyncGenerator<string> {
  const added = fileFields(entry.files, files)
  if (!added) return yield* json
  // The closing bracket is held back, as the files are inserted before it.
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

/** Parses the cursor: the position after which a page of results begins. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,15}$/.test(cursor)) throw badCursor()
  return Number(cursor)
}

export interface PageOptions {
  /** The position after which it begins. */
  after: number
  limit: number
  /** The bytes of the rest of the response. */
  taken?: number
}

/**
 * Writes a page of results as the elements of a list. It ends before the response gets too large, but always has at
 * least one result.
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

/** Answers `GET /v1/jobs/{jobId}/results`. */
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
