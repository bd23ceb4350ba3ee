import { type Account, defineService, type JobRecord, type StartOptions } from 'weirjs'
import type { CrawlBody } from './schema.ts'

export type { CrawlBody, CrawledPage } from './schema.ts'

/** For whom a crawl is started, and what is kept with it. */
export interface CrawlStarter extends Pick<StartOptions, 'idempotency' | 'webhook' | 'also'> {
  account: Account
}

/** Crawls, for other plugins. */
export interface Crawls {
  /** Pages that a crawl of the account may have; null is no bound. */
  mostPages(account: Account): number | null
  /**
   * Starts a crawl as the route does. Throws as it does, but for the status of `insufficient_credits`: 402. Its
   * results are `CrawledPage`, in order of completion.
   */
  start(body: CrawlBody, by: CrawlStarter): Promise<JobRecord>
}

/** The crawls of this server. */
export const crawls = defineService<Crawls>('crawl.crawls')
