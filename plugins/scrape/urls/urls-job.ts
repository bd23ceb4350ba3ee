import { ApiError, defineJob, isApiError, type Outcome, t, type Work } from 'weirjs'
import { mayPass } from '../may-pass.ts'
import type { ScrapedPage, Scraper } from '../page/scraper.ts'
import type { ScrapeBody } from '../schema.ts'

/** What of a body could tell a secret: it is stored sealed. Source: decisions 4.7. */
const secret = t.Optional(t.Unknown({ secret: true }))
const sealed = { headers: secret, authentication: secret, actions: secret, executeJS: secret }

/** A body that was checked. */
const StoredBody = t.Unsafe<ScrapeBody>(t.Object(sealed))

/** What a job of many pages is started with. */
export const UrlsInput = t.Object({
  urls: t.Array(t.String()),
  body: StoredBody,
  concurrency: t.Integer(),
  retryCount: t.Integer(),
  /** Milliseconds. */
  delay: t.Number(),
})
const UrlItem = t.Object({ url: t.String() })

type UrlsJob = Parameters<typeof defineJob<typeof UrlsInput, typeof UrlItem, unknown>>[0]

/** The parts that jobs of many pages have in common. */
export const urlsJob = {
  input: UrlsInput,
  item: UrlItem,
  // An address that is listed twice is scraped twice, so its place is the key.
  seed: ({ urls }: { urls: string[] }) => urls.map((url, i) => ({ key: String(i), value: { url }, url })),
  parallel: ({ concurrency }: { concurrency: number }) => concurrency,
  maxAttempts: ({ retryCount }: { retryCount: number }) => retryCount + 1,
  spacing: ({ delay }: { delay: number }) => delay,
} satisfies Partial<UrlsJob>

/** Seconds before the first repetition; each further one waits twice as long. */
const RETRY_AFTER = 1

/** A batch also tries again where a host that was down may be up. */
const isTransient = (error: ApiError) =>
  mayPass(error) || (error.code === 'invalid_url' && error.details.reason === 'refused')

type PageWork = Work<{ body: ScrapeBody }, { url: string }>

/** Gets the page of an item; a failure that may pass is tried again. */
export async function scrapeItem(work: PageWork, pages: Scraper): Promise<ScrapedPage> {
  const { body } = work.input
  const { url } = work.item
  work.report('Scraping', url)
  // Also where the caller wants it left out: what a result says of its page is taken from it.
  const options = pages.read({ ...body, includeMetadata: true })
  try {
    return await pages.page(new URL(url), options, work, work.jobId)
  } catch (error) {
    if (!isApiError(error) || !isTransient(error)) throw error
    const { status, code, message, details, retryAfter = RETRY_AFTER } = error
    throw new ApiError(code, message, details, { status, cause: error, retryAfter })
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** What a result says of its page beside the formats. Source: spec section 2.5. */
export const summaryOf = ({ title, description, extractedAt, wordCount }: ScrapedPage['metadata']) => ({
  title: text(title),
  description: text(description),
  scrapedAt: extractedAt,
  wordCount: typeof wordCount === 'number' ? wordCount : 0,
})

/** What stays of the metadata where the caller wants it left out. Source: decisions 5.1. */
const basicOf = ({ url, statusCode, contentType, extractedAt, processingTime, ...more }: ScrapedPage['metadata']) => ({
  url,
  statusCode,
  contentType,
  extractedAt,
  processingTime,
  ...(more.cached === true && { cached: more.cached, cachedAt: more.cachedAt }),
})

/** What the caller should know of a page, as its result has it. */
export const warningsOf = ({ warnings = [] }: ScrapedPage) => warnings.length > 0 && { warnings }

/** One page as a job's outcome, with what observers write of it. */
export async function outcomeOf<R>(
  work: PageWork,
  page: ScrapedPage,
  { pages, result }: { pages: Scraper; result: R },
): Promise<Outcome<R, { url: string }>> {
  const { files, millicredits } = page
  const { account, item, jobId } = work
  const also = await pages.observe({ account, url: new URL(item.url), page, jobId })
  return { result, files, millicredits, pages: 1, also }
}

/** A scrape of many pages: each result is the data of a scrape, with its address and status. Source: decisions 4. */
export const scrapeJob = defineJob({
  ...urlsJob,
  name: 'scrape.urls',
  async run(work: PageWork, _, { pages }: { pages: Scraper }) {
    const page = await scrapeItem(work, pages)
    const shown = work.input.body.includeMetadata === false ? basicOf(page.metadata) : page.metadata
    const metadata = { ...shown, creditsUsed: page.millicredits / 1000 }
    const told = { ...summaryOf(page.metadata), ...warningsOf(page) }
    const result: unknown = { url: work.item.url, status: 'success', ...page.data, metadata, ...told }
    return outcomeOf(work, page, { pages, result })
  },
  async failed({ code, message, details }, { item: { url } }) {
    const scrapedAt = new Date().toISOString()
    const metadata = { url, statusCode: 0, error: message, creditsUsed: 0 }
    return { url, status: 'failed', error: { code, message, details }, scrapedAt, metadata }
  },
})
