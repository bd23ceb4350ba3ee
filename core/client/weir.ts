import { type Call, type Caller, createCaller, type Download } from './call.ts'
import { account } from './capabilities/account.ts'
import { admin } from './capabilities/admin.ts'
import { analytics } from './capabilities/analytics.ts'
import { archive } from './capabilities/archive.ts'
import { billing } from './capabilities/billing.ts'
import { enrichment } from './capabilities/enrichment.ts'
import { extraction } from './capabilities/extraction.ts'
import { jobs } from './capabilities/jobs.ts'
import { monitors } from './capabilities/monitors.ts'
import { results } from './capabilities/results.ts'
import { webhooks } from './capabilities/webhooks.ts'
import { idOf, type JobReference, waitFor } from './job.ts'
import type { Body, CallOptions, Reply, Schema } from './operations.ts'
import { type ResultOf, resultsOf } from './results.ts'
import { createSend, type WeirOptions } from './send.ts'

/** How a page is scraped: every parameter except its URL. */
export type ScrapeOptions = Omit<Body<'scrapePage'>, 'url' | 'urls'>
export type CrawlOptions = Omit<Body<'startCrawl'>, 'url'>
export type MapOptions = NonNullable<Body<'mapSite'>['options']>
export type SearchOptions = Omit<Body<'searchWeb'>, 'query'>
export type ExtractOptions = Omit<Body<'extractPage'>, 'url'>

/**
 * A client of Weir's HTTP API. Methods take what the API's document describes and return its responses: `data` is the
 * payload, `warnings` says what fell short. All throw WeirError, or the reason of an aborted signal. Requests that
 * may be sent twice are retried after network errors, and if the service asks for it.
 *
 * @example
 * const weir = new Weir({ url: 'http://127.0.0.1:3000', key })
 * const { data } = await weir.scrape('https://example.com', { onlyMainContent: true })
 */
export class Weir {
  readonly extraction: ReturnType<typeof extraction>
  readonly enrichment: ReturnType<typeof enrichment>
  readonly archive: ReturnType<typeof archive>
  readonly jobs: ReturnType<typeof jobs>
  readonly monitors: ReturnType<typeof monitors>
  readonly webhooks: ReturnType<typeof webhooks>
  readonly files: ReturnType<typeof results>
  readonly account: ReturnType<typeof account>
  readonly analytics: ReturnType<typeof analytics>
  readonly billing: ReturnType<typeof billing>
  readonly admin: ReturnType<typeof admin>
  /** Calls any operation of the document: `call('GET', '/v1/jobs', { query: { limit: 5 } })`. */
  readonly call: Call
  /** The same for a response that is a file. */
  readonly download: Download
  readonly #caller: Caller

  constructor(options: WeirOptions) {
    const caller = createCaller(createSend(options))
    this.#caller = caller
    this.call = caller.call
    this.download = caller.download
    this.extraction = extraction(caller)
    this.enrichment = enrichment(caller)
    this.archive = archive(caller)
    this.jobs = jobs(caller)
    this.monitors = monitors(caller)
    this.webhooks = webhooks(caller)
    this.files = results(caller)
    this.account = account(caller)
    this.analytics = analytics(caller)
    this.billing = billing(caller)
    this.admin = admin(caller)
  }

  /** Gets a page in the requested formats; markdown by default. */
  scrape(url: string, options: ScrapeOptions = {}, call?: CallOptions) {
    const body = { ...options, url }
    return this.call('POST', '/v1/scrape', { ...call, body }) as Promise<Schema<'SinglePageReply'>>
  }

  /** Starts a job that gets up to 100 pages; `results` returns them. */
  scrapeMany(urls: readonly string[], options: ScrapeOptions = {}, call?: CallOptions) {
    const body = { ...options, urls: [...urls] }
    return this.call('POST', '/v1/scrape', { ...call, body }) as Promise<Schema<'ScrapePageAccepted'>>
  }

  /** @deprecated `scrapeMany` does the same. */
  batch(urls: readonly string[], options: Omit<Body<'startBatch'>, 'urls'> = {}, call?: CallOptions) {
    const body = { ...options, urls: [...urls] }
    return this.call('POST', '/v1/batch', { ...call, body }) as Promise<Schema<'StartBatchAccepted'>>
  }

  /** Starts a job that follows the links of a site; `results` returns its pages. */
  crawl(url: string, options: CrawlOptions = {}, call?: CallOptions) {
    return this.call('POST', '/v1/crawl', { ...call, body: { ...options, url } }) as Promise<
      Schema<'StartCrawlAccepted'>
    >
  }

  /** Lists the URLs of a site. */
  map(url: string, options?: MapOptions, call?: CallOptions) {
    return this.call('POST', '/v1/map', { ...call, body: { url, options } })
  }

  /** Searches for pages, and with `scrapeResults` scrapes them too. */
  search(query: string, options: SearchOptions = {}, call?: CallOptions) {
    return this.call('POST', '/v1/search', { ...call, body: { ...options, query } })
  }

  /** Extracts data from a page according to a JSON Schema. */
  extract(url: string, options: ExtractOptions, call?: CallOptions) {
    return this.call('POST', '/v1/extract', { ...call, body: { ...options, url } })
  }

  /** The record of a job after its end, as `completed`, `failed` or `cancelled`. */
  wait(job: JobReference, options?: { signal?: AbortSignal | undefined }) {
    return waitFor(this.#caller, idOf(job), options)
  }

  /**
   * Waits for a job, and returns all its results, page by page.
   *
   * @example for await (const page of weir.results(await weir.crawl('https://example.com'))) console.log(page.url)
   */
  results<Job extends JobReference>(
    job: Job,
    options?: { signal?: AbortSignal | undefined },
  ): AsyncGenerator<ResultOf<Job>> {
    return resultsOf(this.#caller, job, options)
  }

  /** What the service offers: its engines, plugins, and the limits of your plan. */
  capabilities(call?: CallOptions): Promise<Reply<'getCapabilities'>> {
    return this.call('GET', '/v1/capabilities', call)
  }
}
