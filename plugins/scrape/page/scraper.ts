import {
  type Account,
  defineService,
  type EngineContext,
  type Exchange,
  type Millicredits,
  type NewFile,
  type Tx,
} from 'weirjs'
import type { Excerpt, PageLinks } from 'weirjs/schemas'
import type { PageOptions } from '../options/page-options.ts'
import type { ScrapeBody, ScrapeData } from '../schema.ts'

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
