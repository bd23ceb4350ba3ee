import { type Account, defineService, type JobRecord, type StartOptions } from 'weirjs'
import type { CrawlBody } from './schema.ts'

export type { CrawlBody, CrawledPage } from './schema.ts'

/** For whom a crawl is started, and what is stored with it. */
export interface CrawlStarter extends Pick<StartOptions, 'idempotency' | 'webhook' | 'also'> {
  account: Account
}

/** Crawls, for other plugins. */
export interface Crawls {
  /** The maximum pages of a crawl of the account; null for no limit. */
  mostPages(account: Account): number | null
  /** Checks what `start` is given, before it is counted. Throws 400, and 501 for what this server cannot do. */
  check(body: CrawlBody, account: Account): Promise<void>
  /**
   * Starts a crawl like the route, and throws the same errors, except that `insufficient_credits` has the status 402.
   * Its results are `CrawledPage`, in order of completion.
   */
  start(body: CrawlBody, by: CrawlStarter): Promise<JobRecord>
}

/** The crawls of this server. */
export const crawls = defineService<Crawls>('crawl.crawls')
