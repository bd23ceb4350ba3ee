/**
 * The commands as functions: they run in this process, without a server or an account, with the settings of the
 * environment and of `weir.config.ts`, including the egress rules. For Bun, Deno, and Node 22.15 and above.
 */

import { WeirError } from '../client/error.ts'
import type { CrawledPage, CrawlOptions, MapOptions, ScrapeOptions } from '../client/index.ts'
import type { GivenPage } from './given-page.ts'
import { GIVEN } from './given-page.ts'
import { hold } from './in-process.ts'
import { inlineFiles } from './inline-files.ts'

interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Scrapes a page in the requested formats. Default: markdown. Screenshots and PDFs are `data:` URLs. Throws WeirError
 * for refused or failed requests, and SettingError for invalid settings.
 *
 * @example const { data } = await scrape('https://example.com', { onlyMainContent: true })
 */
export async function scrape(url: string, options?: ScrapeOptions, call?: CallOptions) {
  await using inProcess = await hold()
  const reply = await inProcess.weir.scrape(url, options, call)
  return { ...reply, data: await inlineFiles(inProcess.weir, reply.data) }
}

/** Lists the URLs of a site. Throws like `scrape`. */
export async function map(url: string, options?: MapOptions, call?: CallOptions) {
  await using inProcess = await hold()
  return await inProcess.weir.map(url, options, call)
}

/**
 * Crawls a site, and yields its pages after all are scraped. Breaking out of the loop cancels the crawl. Throws like
 * `scrape`.
 *
 * @example for await (const page of crawl('https://example.com', { maxPages: 20 })) console.log(page.url)
 */
export async function* crawl(url: string, options?: CrawlOptions, call?: CallOptions): AsyncGenerator<CrawledPage> {
  await using inProcess = await hold()
  const { weir } = inProcess
  const job = await weir.crawl(url, options, call)
  try {
    for await (const page of weir.results(job, call)) yield await inlineFiles(weir, page)
  } finally {
    // Has no effect on a job that has ended.
    await weir.jobs.cancel(job)
  }
}

/** How a page is converted: the options of a scrape, except those for fetching. */
export interface ConvertOptions extends Omit<ScrapeOptions, 'engine'>, Partial<Omit<GivenPage, 'content'>> {}

/**
 * Converts a page or document that the caller already has. Text is HTML unless `contentType` says otherwise; the type
 * of bytes is detected. Fetches nothing except captions that a page refers to. Throws like `scrape`.
 *
 * @example const { data } = await convert(await readFile('report.pdf'), { formats: ['markdown', 'json'] })
 */
export async function convert(
  content: string | Uint8Array,
  { url = 'http://localhost/', contentType, ...options }: ConvertOptions = {},
  call?: CallOptions,
) {
  refuseUnreadable(content, url)
  await using inProcess = await hold()
  using page = inProcess.given.hand({ content, url, contentType })
  return await inProcess.weir.scrape(page.url, { maxAge: 0, ...options, engine: GIVEN }, call).catch(withoutEngine)
}

/** Hides the engine from errors: the caller has not chosen it, and cannot choose another. */
function withoutEngine(error: unknown): never {
  if (!(error instanceof WeirError) || error.details.engine !== GIVEN || error.field === undefined) throw error
  const { status, code, field: parameter } = error
  throw new WeirError(`${parameter} needs a browser, and convert opens none: leave it out, or use scrape`, {
    status,
    code,
    details: { parameter },
  })
}

/** Throws WeirError for wrong types, which untyped programs may pass. */
function refuseUnreadable(content: unknown, url: string) {
  const refuse = (code: string, parameter: string, what: string) => {
    throw new WeirError(`${parameter} must be ${what}`, { status: 400, code, details: { parameter } })
  }
  if (!URL.canParse(url)) refuse('invalid_url', 'url', 'an absolute address, such as https://example.com/page')
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    refuse('invalid_request', 'content', 'a text or a Uint8Array')
}
