import type { Caller } from './call.ts'
import { idOf, type JobReference, waitFor } from './job.ts'
import type { Reply, Schema } from './operations.ts'
import { pages } from './pages.ts'

type Made =
  | 'content'
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'text'
  | 'json'
  | 'structured'
  | 'links'
  | 'images'
  | 'attributes'
  | 'summary'
  | 'changeTracking'
  | 'extracted'
  | 'screenshot'
  | 'pdf'
  | 'files'
  | 'warnings'
/** A page of a crawl; the document leaves its content open. */
export type CrawledPage = Schema<'CrawledPage'> & Partial<Pick<Schema<'ScrapedEntry'>, Made>>
/** The document has failed pages as a direct answer has them; the results of the job have the whole error. */
type FailedPage = Omit<Schema<'FailedEntry'>, 'error'> & { error: Schema<'JobError'> }
type PageResult = Schema<'ScrapedEntry'> | FailedPage
/** The results of a job, by the type of the response that started it; unknown for a bare id. */
export type ResultOf<Job> =
  Job extends Schema<'StartCrawlAccepted'>
    ? CrawledPage
    : Job extends Schema<'ScrapePageAccepted'>
      ? PageResult
      : Job extends Schema<'StartBatchAccepted'>
        ? Schema<'BatchSuccess'> | Schema<'BatchFailure'>
        : Job extends Reply<'startEnrichment'>
          ? Schema<'EnrichedRow'>
          : unknown

/** Results in one page of the list. */
const PAGE_SIZE = 100

/** All results of a job, after its end. */
export async function* resultsOf<Job extends JobReference>(
  caller: Caller,
  job: Job,
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ResultOf<Job>> {
  const jobId = idOf(job)
  await waitFor(caller, jobId, options)
  const read = (cursor?: string) =>
    caller.call('GET', '/v1/jobs/{jobId}/results', { ...options, path: { jobId }, query: { limit: PAGE_SIZE, cursor } })
  for await (const { data } of pages(read)) yield* data.results as ResultOf<Job>[]
}
