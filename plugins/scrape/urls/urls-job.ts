import { type ApiError, defineJob, isApiError, type Outcome, t, type Work } from 'weirjs'
import { mayPass } from '../may-pass.ts'
import { basicMetadata } from '../page/basic-metadata.ts'
import type { ScrapedPage, Scraper } from '../page/scraper.ts'
import type { ScrapeBody } from '../schema.ts'

const secret = t.Optional(t.Unknown({ secret: true }))

/**
 * A validated body in the input of a job. Its fields that may contain secrets are stored encrypted. Source: decisions
 * 4.7.
 */
export const StoredBody = t.Unsafe<ScrapeBody>(
  t.Object({ headers: secret, authentication: secret, actions: secret, executeJS: secret }),
)

/** The input of a job of many pages. */
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

/** What all jobs of many pages have in common. */
export const urlsJob = {
  input: UrlsInput,
  item: UrlItem,
  // An address that is listed twice is scraped twice, so its place is the key.
  seed: ({ urls }: { urls: string[] }) => urls.map((url, i) => ({ key: String(i), value: { url }, url })),
  parallel: ({ concurrency }: { concurrency: number }) => concurrency,
  maxAttempts: ({ retryCount }: { retryCount: number }) => retryCount + 1,
  spacing: ({ delay }: { delay: number }) => delay,
} satisfies Partial<UrlsJob>

/** Seconds before the second attempt. The delay doubles with each further one. */
const RETRY_AFTER = 1

/** Reasons for which a batch retries too, as the host may come back. */
const isTransient = (error: ApiError) =>
  mayPass(error) || (error.code === 'invalid_url' && error.details.reason === 'refused')

type PageWork = Work<{ body: ScrapeBody }, { url: string }>

/** Fetches the page of an item. Temporary failures are retried. */
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
    throw error.with({ retryAfter: error.retryAfter ?? RETRY_AFTER })
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** The fields of a result besides the formats. Source: spec section 2.5. */
export const summaryOf = ({ title, description, extractedAt, wordCount }: ScrapedPage['metadata']) => ({
  title: text(title),
  description: text(description),
  scrapedAt: extractedAt,
  wordCount: typeof wordCount === 'number' ? wordCount : 0,
})

/** The warnings of a page, in the form of a result. */
export const warningsOf = ({ warnings = [] }: ScrapedPage) => warnings.length > 0 && { warnings }

/** The outcome of a page, with what observers write. */
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

/** A scrape of many pages. Each result is the data of a scrape, with its URL and status. Source: decisions 4. */
export const scrapeJob = defineJob({
  ...urlsJob,
  name: 'scrape.urls',
  async run(work: PageWork, _, { pages }: { pages: Scraper }) {
    const page = await scrapeItem(work, pages)
    const shown = work.input.body.includeMetadata === false ? basicMetadata(page.metadata) : page.metadata
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
