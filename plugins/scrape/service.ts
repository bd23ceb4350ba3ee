import {
  type Account,
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
export { outcomeOf, scrapeItem, summaryOf, UrlsInput, urlsJob, warningsOf } from './urls/urls-job.ts'
export { withoutSecrets } from './without-secrets.ts'

/** The group of what scrapes pages that its caller names. */
export const scrapeTag = { name: 'Scrape', description: 'Turn web pages into content.', order: 10 }

/** How bad fields of a scrape are worded. */
export const scrapeErrors: ErrorRules = {
  invalid: { url: 'invalid_url', urls: badUrls, actions: badActions, '*': 'invalid_options' },
  failure: 'scraping_failed',
}

/** For whom a job of many pages is started, and how. */
export interface ManyPages extends Pick<StartOptions, 'idempotency' | 'webhook' | 'also'> {
  account: Account
  /** Pages at once, 1 to 10. Default 5. */
  concurrency?: number
}

/** What the routes of scrape do, for other plugins: charged, observed and kept as theirs is. */
export interface Scrapes {
  /** Reads and checks parameters as the route does. Throws 400, and 501 for what this server cannot do. */
  read(body: ScrapeBody): PageOptions
  /** One page, as the answer to a scrape has it. Throws as the route does. */
  one(
    url: URL,
    options: PageOptions,
    by: { account: Account; signal: AbortSignal },
  ): Promise<{ data: ScrapeData; warnings: string[] }>
  /**
   * Starts a job of many pages. Throws 400, 501 for what this server cannot do, `insufficient_credits` (402). Its
   * results are `ScrapeEntry`, in the order of the addresses.
   */
  many(urls: readonly string[], body: ScrapeBody, by: ManyPages): Promise<JobRecord>
}

/** The scrapes of this server. */
export const scrapes = defineService<Scrapes>('scrape.scrapes')

/**
 * Is told of each page that is scraped, by a route or by a job, for an index or an archive. What it throws fails the
 * page, which then costs nothing and leaves nothing.
 */
export interface PageObserver {
  /**
   * Whether it is enough to show it an answer from the cache once for an account: the same answer may then be given
   * again without it, which is much faster. Default false.
   */
  readonly once?: boolean
  /** Whether it wants the `capture` of pages, which costs some time and memory. Default false. */
  readonly wantsCapture?: boolean
  /** Characters of the `excerpt` of pages that it wants: made where a page is read, it costs little. Default none. */
  readonly excerpt?: number
  /**
   * Looks at the page before it is stored; what takes time belongs here. Gives what to write in the transaction that
   * stores the page, or undefined. May be called again for a page of a job, after a crash.
   */
  observe(page: ObservedPage): WriteObserved | undefined | Promise<WriteObserved | undefined>
}

/** All who observe pages; whoever wants to provides one. */
export const pageObservers = defineProviders<PageObserver>('scrape.observers')

/** A page, in the formats that a schema is filled from. */
export interface PageToExtract {
  url: URL
  markdown: string
  structured: unknown
  json: unknown
  html: string | undefined
  metadata: Readonly<Record<string, unknown>>
}
type Wanted = NonNullable<PageOptions['extract']>

/**
 * What fills a schema from a page, or sums it up. A plugin that can provides it; without one extraction is not
 * configured.
 */
export interface Extractor {
  /** Throws 400 for what cannot be filled, before anything is fetched. */
  check(wanted: Wanted): void
  /** Formats that it looks at, whatever the caller asked for. */
  formats(wanted: Wanted): readonly ContentFormat[]
  /** `tokens` are those of a model; 0 where none was asked. */
  extract(
    page: PageToExtract,
    wanted: Wanted,
    context: ConvertContext,
  ): Promise<{ extracted: unknown; tokens: number; warnings: readonly string[] }>
  /** Whether a language model is there that summarises pages. */
  canSummarise(): boolean
  /** A page in some sentences, by a language model. */
  summarise(
    page: PageToExtract,
    context: ConvertContext,
  ): Promise<{ summary: string; tokens: number; warnings: readonly string[] }>
}

/** The extractor that this server runs, if any. */
export const extractor = defineService<Extractor>('extract.extractor')

/** What differs between two texts. */
export interface TextDifference {
  /** The share of the text that changed, 0 to 1. */
  share: number
  addedLines: number
  removedLines: number
  /** Unified; at most 64 KiB. */
  diff: string
}

/** What tells texts apart, line by line. A plugin that can provides it; without one changes are not tracked. */
export interface Differ {
  diff(before: string, now: string, context: ConvertContext): Promise<TextDifference>
}

/** The differ that this server runs, if any. */
export const differ = defineService<Differ>('scrape.differ')
