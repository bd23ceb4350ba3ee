import {
  type Account,
  defineProviders,
  defineService,
  type EngineContext,
  type Exchange,
  type JobRecord,
  type Millicredits,
  type NewFile,
  type StartOptions,
  type Tx,
} from 'weirjs'
import type { ContentFormat, Excerpt, PageLinks } from 'weirjs/schemas'
import type { ConvertContext } from '../content/service.ts'
import type { PageOptions } from './options.ts'
import type { ScrapeBody, ScrapeData } from './schema.ts'

export { badUrls, checkUrls, MAX_URLS } from './batch/url-list.ts'
export { fileFields } from './file-fields.ts'
export { mayPass } from './may-pass.ts'
export { badActions, type PageOptions } from './options.ts'
export type { ScrapeBody, ScrapeData, ScrapeEntry } from './schema.ts'
export { withoutSecrets } from './without-secrets.ts'

/** A page got and converted; its files are not stored yet, and nothing is charged. */
export interface ScrapedPage {
  /** As the answer has it, `files` and the charge apart. */
  data: Omit<ScrapeData, 'metadata' | 'files' | 'screenshot' | 'pdf'> & {
    /** Where the options ask for them. */
    pageLinks?: PageLinks
  }
  metadata: Omit<ScrapeData['metadata'], 'creditsUsed'>
  files: NewFile[]
  /** What the caller should know of it. */
  warnings?: readonly string[]
  /** Of the answer; not of one from the cache. */
  headers?: Headers
  /** Of a page that was got now, where an observer wants it and the caller showed the site no secret. */
  capture?: PageCapture
  /** Of a page that was got now, where an observer wants it. */
  excerpt?: Excerpt
  /** Whether it is another page than by itself, since its job knows the site: it answers no other request. */
  isFramed?: boolean
  /** Whether other accounts may be shown it. Source: decisions 5.6. */
  shareable: boolean
  /** What is to be written in the transaction that stores it: `observe` gives it with what observers write. */
  also?: WriteObserved
  /** Whether nothing of it may be kept: no observer is shown it. */
  zeroRetention?: boolean
  /** What it costs: nothing where the target answered 500 or above. */
  millicredits: Millicredits
}

/** What was got of a page, for an archive. */
export interface PageCapture {
  /** What went over the wire, redirects first; none where that is not known. */
  exchanges: readonly Exchange[]
  /** What a browser made of it: the document at the end, as HTML in UTF-8. */
  rendered?: Uint8Array
}

/** Scraping for other plugins. */
export interface Scraper {
  /** Reads parameters of a scrape that were checked. Throws 400 for what a schema cannot say. */
  read(body: ScrapeBody): PageOptions
  /** What a page with these options costs at the most. */
  estimate(options: PageOptions): Millicredits
  /**
   * Throws 400 or 501 for what this server cannot do with these options, before anything is fetched. `keeps` tells
   * what the caller keeps of the page, by default its `answer`: with zero retention that has to be `nothing`.
   */
  check(options: PageOptions, keeps?: 'answer' | 'nothing'): void
  /**
   * The page as it is now, or from the cache, not older than the options' `maxAge`: that costs the same. `job` names
   * the job that it is a page of, where its main content is told by the job's other pages of the site too.
   */
  page(url: URL, options: PageOptions, context: EngineContext, job?: string): Promise<ScrapedPage>
  /**
   * Shows a page to the observers. Gives what they write, for the transaction that stores the page (a job's `also`);
   * undefined where there is nothing.
   */
  observe(page: ObservedPage): Promise<WriteObserved | undefined>
}

/** The scraper that this server runs. */
export const scraper = defineService<Scraper>('scrape.scraper')

/** For whom a job of many pages is started, and how. */
export interface ManyPages extends Pick<StartOptions, 'idempotency' | 'webhook' | 'also'> {
  account: Account
  /** Pages at once, 1 to 10. Default 5. */
  concurrency?: number
  /** Milliseconds at least between the beginnings of two pages. Default 0. */
  delay?: number
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

/** A page that was scraped for an account, now or from the cache. */
export interface ObservedPage {
  account: Account
  /** As it was asked for; `page.metadata.url` is that after redirects. */
  url: URL
  page: ScrapedPage
  /** Of a page of a job. */
  jobId?: string
}
export type WriteObserved = (tx: Tx) => Promise<void>

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
