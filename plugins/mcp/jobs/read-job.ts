import { type Api, type ApiAnswer, type Refusal, refusalInWords } from '../api.ts'
import { fit } from '../text/fit.ts'
import { MAX_CHARACTERS } from '../text/page-text.ts'

/** The shown part of a job's record. */
interface JobState {
  id: string
  type: string
  status: string
  total: number
  completed: number
  failed: number
  creditsUsed: number
  completedAt: string | null
  error: Refusal | null
}

/** A result of a job; its type depends on the job. */
export interface JobResult {
  url?: string
  title?: string
  status?: string
  content?: unknown
  error?: Refusal
  metadata?: { title?: string | null; url?: string; statusCode?: number }
  warnings?: string[]
  files?: { type: string; mediaType: string; url: string }[]
  [field: string]: unknown
}

interface ResultPage {
  total: number
  results: JobResult[]
  nextCursor: string | null
}

/** Results listed at a time: each is read completely, for its size. */
const AT_ONCE = 50

/** Entries of `data.results`, each an object. */
const RESULTS = { pageDepth: 4 }

/** A result as it is listed: `id` is for the tool `read`. */
export interface ListedResult {
  id: string
  url?: string
  title?: string
  characters: number
  error?: string
}

const resultsAfter = async (api: Api, jobId: string, cursor: number, limit: number) => {
  const path = `/v1/jobs/${encodeURIComponent(jobId)}/results?limit=${limit}&cursor=${cursor}`
  return (await api.get<ApiAnswer<ResultPage>>(path, RESULTS)).data
}

/** The result at a position, or the next one that exists. */
export const resultAt = async (api: Api, jobId: string, place: number): Promise<JobResult | undefined> =>
  (await resultsAfter(api, jobId, place - 1, 1)).results[0]

export const readState = async (api: Api, jobId: string): Promise<JobState> =>
  (await api.get<ApiAnswer<JobState>>(`/v1/jobs/${encodeURIComponent(jobId)}`)).data

/** A result and its position among those of its job. */
interface Placed {
  place: number
  result: JobResult
}

/**
 * Results after a position, with the position of each. The API does not return positions: they are consecutive in a
 * job that has a result for every item. If some are not done, or were cancelled, the results are read one by one.
 */
export async function placedResults(api: Api, { id, total }: JobState, after: number) {
  const page = await resultsAfter(api, id, after, AT_ONCE)
  const next = page.nextCursor === null ? null : Number(page.nextCursor)
  if (page.total === total)
    return { next, placed: page.results.map((result, index): Placed => ({ place: after + index + 1, result })) }
  const placed: Placed[] = []
  let at: number | null = after
  while (at !== null && placed.length < AT_ONCE) {
    const { results, nextCursor }: ResultPage = await resultsAfter(api, id, at, 1)
    const [result] = results
    const place: number =
      nextCursor === null ? await lastPlace(api, id, { after: at, most: total + 1 }) : Number(nextCursor)
    if (result) placed.push({ place, result })
    at = nextCursor === null ? null : place
  }
  return { next: at, placed }
}

/** The position of the last result after `after`; there is none after it. */
async function lastPlace(api: Api, jobId: string, { after, most }: { after: number; most: number }): Promise<number> {
  let [low, high] = [after + 1, most]
  while (low < high) {
    const middle = (low + high) >> 1
    const { results } = await resultsAfter(api, jobId, middle, 1)
    if (results.length > 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The content of a result as text: a page's content, or its data. */
export function textOf({ content, files: _, ...data }: JobResult): string {
  return typeof content === 'string' ? content : JSON.stringify(data, null, 1)
}

const titleOf = ({ title, metadata }: JobResult) => title ?? metadata?.title ?? undefined

function list(jobId: string, place: number, result: JobResult): ListedResult {
  const { error, url, metadata } = result
  const title = titleOf(result)
  return {
    id: `${jobId}/${place}`,
    url: url ?? metadata?.url,
    ...(title && { title }),
    characters: error ? 0 : textOf(result).length,
    ...(error && { error: refusalInWords(error) }),
  }
}

/** A job as tools show it: its progress, and its results with their sizes, from a position on. */
export async function showJob(api: Api, jobId: string, after = 0) {
  const state = await readState(api, jobId)
  const { status, type, total, completed, failed, creditsUsed, completedAt, error } = state
  const { placed, next } = await placedResults(api, state, after)
  const pages = fit(
    placed.map(({ place, result }) => list(jobId, place, result)),
    MAX_CHARACTERS,
  )
  const left = placed[pages.length]
  const rest = left ? left.place - 1 : next
  return {
    job: jobId,
    type,
    status,
    total,
    completed,
    failed,
    creditsUsed,
    pages,
    ...(rest !== null && { nextOffset: rest }),
    ...(error && { error: refusalInWords(error) }),
    ...(completedAt === null && { note: 'The job goes on: call read with its id later' }),
  }
}

/** A result as a page that can be read in parts. */
export const pageOf = (result: JobResult) => ({
  title: titleOf(result) ?? '',
  url: result.metadata?.url ?? result.url ?? '',
  statusCode: result.metadata?.statusCode,
  text: textOf(result),
  notes: result.warnings ?? [],
})
