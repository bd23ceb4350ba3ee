import { type Account, ApiError, checkPriority, createScope, isApiError, type Kit, readValue } from 'weirjs'
import { badActions } from '../scrape/service.ts'
import { checkWebhook, toJobWebhook } from '../webhooks/service.ts'
import type { CrawlConfig } from './config.ts'
import { crawlJob } from './crawl-job.ts'
import { toInput } from './input.ts'
import { crawlPages } from './plan-fields.ts'
import { type CrawlBody, crawlBody } from './schema.ts'
import type { Crawls } from './service.ts'
import type { CrawlState } from './state.ts'

/** The errors for invalid fields of a crawl. */
export const crawlErrors = {
  invalid: { url: 'invalid_url', actions: badActions, '*': 'invalid_options' },
  failure: 'crawl_failed',
  status: { insufficient_credits: 403 },
} as const

/** Checks and starts crawls. */
export interface CrawlStarts extends Crawls {
  /** The schema of a body. */
  body: ReturnType<typeof crawlBody>
  /** Starts a checked crawl. */
  begin: Crawls['start']
}

/** The maximum pages of a crawl on the most generous plan; undefined if one has no limit. */
function mostPages(ofPlans: readonly (number | null)[]): number | undefined {
  const bounds = ofPlans.flatMap((pages) => pages ?? [])
  return bounds.length === ofPlans.length ? Math.max(1, ...bounds) : undefined
}

export function createCrawls(kit: Kit<CrawlConfig>, { scraper, prepared }: CrawlState): CrawlStarts {
  const { jobs, accounts, engines } = kit
  const schema = crawlBody(engines.names, mostPages(Object.values(accounts.plans).map(crawlPages.of)))
  const mostPagesOf = (account: Account) => crawlPages.of(accounts.plan(account))
  const read = async (asked: CrawlBody, account: Account): Promise<CrawlBody> => {
    const body = readValue(schema, asked, crawlErrors)
    const { plan } = account
    checkPriority(body.priority, plan)
    const most = mostPagesOf(account)
    if (most !== null && (body.maxPages ?? 0) > most)
      throw new ApiError('invalid_options', `maxPages must be at most ${most} on the ${plan} plan`, {
        parameter: 'maxPages',
        maximum: most,
      })
    createScope(new URL(body.url), toInput(body))
    scraper.check(scraper.read(toInput(body).page))
    await checkWebhook(kit, body.webhook, { account: account.id, code: 'invalid_options' })
    return body
  }
  const begin: Crawls['start'] = async (body, { account, webhook = toJobWebhook(body.webhook), ...options }) => {
    const input = toInput(body)
    const millicredits = prepared(input).millicredits * input.maxPages
    const { priority = 'low' } = input.page
    try {
      return await jobs.start(crawlJob, account, input, { ...options, millicredits, priority, webhook })
    } catch (error) {
      if (isApiError(error)) throw error
      throw new ApiError('crawl_failed', 'The crawl could not be started', {}, { cause: error })
    }
  }
  return {
    body: schema,
    mostPages: mostPagesOf,
    check: async (...asked) => void (await read(...asked)),
    begin,
    start: async (asked, by) => begin(await read(asked, by.account), by),
  }
}
