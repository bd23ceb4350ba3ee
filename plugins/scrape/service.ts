import {
  type Account,
  defineProviders,
  defineService,
  type EngineContext,
  type Exchange,
  type Millicredits,
  type NewFile,
  type Tx,
} from 'weirjs'
import type { ContentFormat, PageLinks } from 'weirjs/schemas'
import type { ConvertContext } from '../content/service.ts'
import type { PageOptions } from './options.ts'
import type { ScrapeBody, ScrapeData } from './schema.ts'

export { badUrls, checkUrls, MAX_URLS } from './batch/url-list.ts'
export { fileFields } from './file-fields.ts'
export { mayPass } from './may-pass.ts'
export type { PageOptions } from './options.ts'
export type { ScrapeBody } from './schema.ts'
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
  /** Whether other accounts may be shown it. Source: decisions 5.6. */
  shareable: boolean
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
  /** Throws 400 or 501 for what this server cannot do with these options, before anything is fetched. */
  check(options: PageOptions): void
  /** The page as it is now, or from the cache, not older than the options' `maxAge`: that costs the same. */
  page(url: URL, options: PageOptions, context: EngineContext): Promise<ScrapedPage>
  /**
   * Shows a page to the observers. Gives what they write, for the transaction that stores the page (a job's `also`);
   * undefined where there is nothing.
   */
  observe(page: ObservedPage): Promise<WriteObserved | undefined>
}

/** The scraper that this server runs. */
export const scraper = defineService<Scraper>('scrape.scraper')

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

/** What fills a schema from a page. A plugin that can provides it; without one extraction is not configured. */
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
}

/** The extractor that this server runs, if any. */
export const extractor = defineService<Extractor>('extract.extractor')
