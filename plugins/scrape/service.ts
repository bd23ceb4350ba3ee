import { defineService, type EngineContext, type Millicredits, type NewFile } from 'weirjs'
import type { PageLinks } from 'weirjs/schemas'
import type { PageOptions } from './options.ts'
import type { ScrapeBody, ScrapeData } from './schema.ts'

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
  /** Whether other accounts may be shown it. Source: decisions 5.6. */
  shareable: boolean
  /** What it costs: nothing where the target answered 500 or above. */
  millicredits: Millicredits
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
}

/** The scraper that this server runs. */
export const scraper = defineService<Scraper>('scrape.scraper')

/** What fills a schema from a page. A plugin that can provides it; without one extraction is not configured. */
export interface Extractor {
  extract(
    page: { url: URL; markdown: string; structured: unknown },
    wanted: NonNullable<PageOptions['extract']>,
    signal: AbortSignal,
  ): Promise<{ extracted: unknown; tokens: number }>
}

/** The extractor that this server runs, if any. */
export const extractor = defineService<Extractor>('extract.extractor')
