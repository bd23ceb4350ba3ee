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

/** A page that was fetched and converted. Its files are not stored yet, and nothing is charged. */
export interface ScrapedPage {
  /** As in the answer, but without `files` and the charge. */
  data: Omit<ScrapeData, 'metadata' | 'files' | 'screenshot' | 'pdf'> & {
    /** If the options ask for them. */
    pageLinks?: PageLinks
  }
  metadata: Omit<ScrapeData['metadata'], 'creditsUsed'>
  files: NewFile[]
  /** What the caller should know about it. */
  warnings?: readonly string[]
  /** The response headers; undefined for a page from the cache. */
  headers?: Headers
  /** For a page that was just fetched, if an observer wants it and the caller sent the site no secret. */
  capture?: PageCapture
  /** For a page that was just fetched, if an observer wants it. */
  excerpt?: Excerpt
  /** Whether what its job has learned about the site has changed it. Then it must not answer other requests. */
  isFramed?: boolean
  /** Whether other accounts may see it. Source: decisions 5.6. */
  shareable: boolean
  /** Whether the caller chose what is shown of it, as by selectors. Then it tells others little of the page. */
  isPart?: boolean
  /** To be called in the transaction that stores it. `observe` returns it together with what observers write. */
  also?: WriteObserved
  /** Whether nothing of it may be stored, so that no observer sees it. */
  zeroRetention?: boolean
  /** Its price: 0 if the status is 500 or above. */
  millicredits: Millicredits
}

/** The raw data of a page, for an archive. */
export interface PageCapture {
  /** What went over the wire, redirects first; empty if unknown. */
  exchanges: readonly Exchange[]
  /** The final document of a browser, as HTML in UTF-8. */
  rendered?: Uint8Array
}

/** Scrapes pages, for other plugins. */
export interface Scraper {
  /** Reads validated parameters of a scrape. Throws 400 for errors that a schema cannot express. */
  read(body: ScrapeBody): PageOptions
  /** The maximum price of a page with these options. */
  estimate(options: PageOptions): Millicredits
  /**
   * Throws 400 or 501, before anything is fetched, if this server does not support these options. `keeps`: what the
   * caller stores of the page, by default its `answer`. With zero retention it must be `nothing`.
   */
  check(options: PageOptions, keeps?: 'answer' | 'nothing'): void
  /**
   * The current page, or from the cache if it is not older than the options' `maxAge`, at the same price. `job`: the
   * job of the page, whose other pages of the site then help to find the main content.
   */
  page(url: URL, options: PageOptions, context: EngineContext, job?: string): Promise<ScrapedPage>
  /**
   * Shows a page to the observers. Returns a function that writes what they store, for the transaction that stores
   * the page (a job's `also`); undefined if there is nothing to write.
   */
  observe(page: ObservedPage): Promise<WriteObserved | undefined>
}

/** The scraper of this server. */
export const scraper = defineService<Scraper>('scrape.scraper')

/** A page that was scraped for an account, fetched or from the cache. */
export interface ObservedPage {
  account: Account
  /** The requested URL; `page.metadata.url` is the one after redirects. */
  url: URL
  page: ScrapedPage
  /** Set for a page of a job. */
  jobId?: string
}
export type WriteObserved = (tx: Tx) => Promise<void>
