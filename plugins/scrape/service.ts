import {
  type Account,
  type ChargeOptions,
  defineProviders,
  defineService,
  type ErrorRules,
  type JobRecord,
  type StartOptions,
} from 'weirjs'
import type { ContentFormat } from 'weirjs/schemas'
import type { ConvertContext } from '../content/service.ts'
import type { PageOptions } from './options/page-options.ts'
import { badActions } from './options/read-actions.ts'
import type { ObservedPage, WriteObserved } from './page/scraper.ts'
import type { ScrapeBody, ScrapeData } from './schema.ts'
import { badUrls } from './urls/url-list.ts'

export { percentOf } from './changes/percent.ts'
export { mayPass } from './may-pass.ts'
export type { PageOptions } from './options/page-options.ts'
export { badActions } from './options/read-actions.ts'
export { optionFailures } from './options/read-options.ts'
export { warnOfUnpaired } from './options/unpaired.ts'
export { basicMetadata } from './page/basic-metadata.ts'
export {
  type ObservedPage,
  type PageCapture,
  type ScrapedPage,
  type Scraper,
  scraper,
  type WriteObserved,
} from './page/scraper.ts'
export { batchUrls } from './plan-fields.ts'
export type { ScrapeBody, ScrapeData, ScrapeEntry } from './schema.ts'
export { answerDirectly } from './urls/direct.ts'
export { directReply } from './urls/direct-schema.ts'
export { readResults } from './urls/read-results.ts'
export { badUrls, checkUrls, MAX_URLS, urlFailures, urlList } from './urls/url-list.ts'
export { outcomeOf, StoredBody, scrapeItem, summaryOf, UrlsInput, urlsJob, warningsOf } from './urls/urls-job.ts'
export { withoutSecrets } from './without-secrets.ts'

/** The group of what scrapes pages that its caller names. */
export const scrapeTag = { name: 'Scrape', description: 'Turn web pages into content.', order: 10 }

/** The error codes and messages for invalid fields of a scrape. */
export const scrapeErrors: ErrorRules = {
  invalid: { url: 'invalid_url', urls: badUrls, actions: badActions, '*': 'invalid_options' },
  failure: 'scraping_failed',
}

/** How a job of many pages is started, and for which account. */
export interface ManyPages extends Pick<StartOptions, 'idempotency' | 'webhook' | 'also'> {
  account: Account
  /** The number of pages at once, 1 to 10. Default 5. */
  concurrency?: number
}

/** The behaviour of the scrape routes for other plugins: pages are charged, observed and stored in the same way. */
export interface Scrapes {
  /** Reads and checks parameters like the route. Throws 400, and 501 for what this server cannot do. */
  read(body: ScrapeBody): PageOptions
  /** Scrapes one page, with the result of a scrape's answer. Throws like the route. */
  one(
    url: URL,
    options: PageOptions,
    by: { account: Account; signal: AbortSignal } & ChargeOptions,
  ): Promise<{ data: ScrapeData; warnings: string[] }>
  /** Checks what `many` is given, before it is counted. Throws 400, and 501 for what this server cannot do. */
  checkMany(urls: readonly string[], body: ScrapeBody, account: Account): void
  /**
   * Starts a job of many pages. Throws 400, 501 for what this server cannot do, and `insufficient_credits` (402). Its
   * results are `ScrapeEntry`, in the order of the URLs.
   */
  many(urls: readonly string[], body: ScrapeBody, by: ManyPages): Promise<JobRecord>
}

/** The scrape service of this server. */
export const scrapes = defineService<Scrapes>('scrape.scrapes')

/**
 * Observes every page that a route or a job scrapes, for example for an index or an archive. If it throws, the page
 * fails; it then costs nothing and nothing is stored.
 */
export interface PageObserver {
  /**
   * Whether it needs to see a cached answer only once per account. The same answer can then be returned again without
   * the observer, which is much faster. Default false.
   */
  readonly once?: boolean
  /** Whether it needs the `capture` of pages, which costs some time and memory. Default false. */
  readonly wantsCapture?: boolean
  /**
   * The characters that it needs of the `excerpt` of pages, which is cheap as it is made while a page is read.
   * Default none.
   */
  readonly excerpt?: number
  /**
   * Called before the page is stored; slow work belongs here. Returns what to write in the transaction that stores
   * the page, or undefined. May be called again for a page of a job, after a crash.
   */
  observe(page: ObservedPage): WriteObserved | undefined | Promise<WriteObserved | undefined>
}

/** All observers of pages; any plugin can provide one. */
export const pageObservers = defineProviders<PageObserver>('scrape.observers')

/** A page in the formats from which a schema is filled. */
export interface PageToExtract {
  url: URL
  markdown: string
  structured: unknown
  json: unknown
  html: string | undefined
  metadata: Readonly<Record<string, unknown>>
}
type Wanted = NonNullable<PageOptions['extract']>

/** Fills a schema from a page, or summarizes it. Provided by a plugin; without one, extraction is not configured. */
export interface Extractor {
  /** Throws 400 for a request that cannot be fulfilled, before anything is fetched. */
  check(wanted: Wanted): void
  /** The formats that it reads, whatever the caller requested. */
  formats(wanted: Wanted): readonly ContentFormat[]
  /** `tokens` are those of a language model; 0 if none was used. */
  extract(
    page: PageToExtract,
    wanted: Wanted,
    context: ConvertContext,
  ): Promise<{ extracted: unknown; tokens: number; warnings: readonly string[] }>
  /** Whether a language model for summaries is available. */
  canSummarise(): boolean
  /** Summarizes a page in some sentences with a language model. */
  summarise(
    page: PageToExtract,
    context: ConvertContext,
  ): Promise<{ summary: string; tokens: number; warnings: readonly string[] }>
}

/** The extractor of this server, if any. */
export const extractor = defineService<Extractor>('extract.extractor')

/** The difference between two texts. */
export interface TextDifference {
  /** The share of the text that changed, 0 to 1. */
  share: number
  addedLines: number
  removedLines: number
  /** A unified diff of at most 64 KiB. */
  diff: string
}

/** Compares texts line by line. Provided by a plugin; without one, changes are not tracked. */
export interface Differ {
  diff(before: string, now: string, context: ConvertContext): Promise<TextDifference>
}

/** The differ of this server, if any. */
export const differ = defineService<Differ>('scrape.differ')
