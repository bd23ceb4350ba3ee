import { type Account, type Kit, readValue } from 'weirjs'
import type { ScrapeConfig } from './config.ts'
import { batchUrls } from './plan-fields.ts'
import { type ScrapeBody, scrapeBody } from './schema.ts'
import { type Scrapes, scrapeErrors } from './service.ts'
import type { ScrapeState } from './state.ts'
import { checkUrls } from './urls/url-list.ts'
import { scrapeJob } from './urls/urls-job.ts'

/** Makes the routes' behaviour available to other plugins. */
export function createScrapes({ jobs, accounts, engines }: Kit<ScrapeConfig>, { pages, single }: ScrapeState): Scrapes {
  const schema = scrapeBody(engines.names)
  const read = (body: ScrapeBody, keeps: 'answer' | 'nothing') => {
    const options = pages.read(readValue(schema, body, scrapeErrors))
    pages.check(options, keeps)
    return options
  }
  const readMany = (urls: readonly string[], body: ScrapeBody, account: Account) => {
    // Other forms of the API limit a list only by the plan.
    checkUrls(urls, batchUrls.of(accounts.plan(account)), Number.POSITIVE_INFINITY)
    return read(body, 'answer')
  }
  return {
    read: (body) => read(body, 'nothing'),
    async one(url, options, by) {
      const warnings: string[] = []
      return { data: await single.data({ url, options, ...by, warnings }), warnings }
    },
    checkMany: (...asked) => void readMany(...asked),
    many(urls, body, { account, concurrency = 5, ...options }) {
      const page = readMany(urls, body, account)
      const input = { urls: [...urls], body, concurrency, retryCount: 2, delay: 0 }
      const millicredits = pages.estimate(page) * urls.length
      return jobs.start(scrapeJob, account, input, { ...options, millicredits, priority: page.priority })
    },
  }
}
