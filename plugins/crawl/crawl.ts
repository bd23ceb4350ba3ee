import {
  ApiError,
  inWords,
  isApiError,
  type JobRecord,
  type Kit,
  type PluginApp,
  preferredWait,
  toCredits,
} from 'weirjs'
import { preferHeader } from 'weirjs/schemas'
import { fileFields } from '../scrape/service.ts'
import { checkWebhook, toJobWebhook } from '../webhooks/service.ts'
import type { CrawlConfig } from './config.ts'
import { crawlJob } from './crawl-job.ts'
import { toInput } from './input.ts'
import type { CrawlState } from './plan.ts'
import { crawlPages } from './plan-fields.ts'
import { CrawlAccepted, type CrawlBody, CrawlDirect, type CrawledPage, crawlBody } from './schema.ts'

/** Bytes of results that are answered directly. More are read in pages. */
const MAX_DIRECT = 32 * 1024 * 1024
/** Results that are read at a time. */
const AT_ONCE = 50

/** All pages of a crawl that has ended, with links to their files. */
async function readResults({ jobs, files }: Kit<CrawlConfig>, job: JobRecord): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = []
  for (let after = 0; ; ) {
    const entries = await jobs.results(job.account, job.id, { after, limit: AT_ONCE })
    for (const { json, files: made } of entries) {
      pages.push({ ...(JSON.parse(json) as CrawledPage), ...fileFields(made, files) })
    }
    if (entries.length < AT_ONCE) return pages
    after = entries.at(-1)!.position
  }
}

/** Throws what the parameters cannot say by themselves: the plan's bounds, and what this server cannot do. */
function check(body: CrawlBody, plan: { name: string; pages: number | null }, { scraper }: CrawlState) {
  const refuse = (message: string, details: Record<string, unknown>) =>
    new ApiError('invalid_options', message, details)
  if (body.priority === 'high' && plan.name !== 'pro' && plan.name !== 'enterprise')
    throw refuse('priority high needs the plan pro or enterprise', { parameter: 'priority', requiredPlan: 'pro' })
  if (plan.pages !== null && (body.maxPages ?? 0) > plan.pages)
    throw refuse(`maxPages must be at most ${plan.pages} on the plan ${plan.name}`, {
      parameter: 'maxPages',
      maximum: plan.pages,
    })
  scraper.check(scraper.read(toInput(body).page))
}

/** The pages of a crawl on the most generous plan; undefined where one has no bound. */
function mostPages(ofPlans: readonly (number | null)[]): number | undefined {
  const bounds = ofPlans.flatMap((pages) => pages ?? [])
  return bounds.length === ofPlans.length ? Math.max(1, ...bounds) : undefined
}

/** Source: spec sections 2.6 and 4.6. */
export function crawlRoute(app: PluginApp, kit: Kit<CrawlConfig>, state: CrawlState) {
  const { jobs, accounts, engines } = kit
  return app.post(
    '/crawl',
    async ({ body, caller: { account }, request, idempotency, set }) => {
      const input = toInput(body)
      const { maxPages, maxDepth } = input
      const millicredits = state.planOf(input).millicredits * maxPages
      const { priority = 'low' } = input.page
      const started = await jobs
        .start(crawlJob, account, input, { millicredits, priority, idempotency, webhook: toJobWebhook(body.webhook) })
        .catch((error: unknown) => {
          if (isApiError(error)) throw error
          throw new ApiError('crawl_failed', 'The crawl could not be started', {}, { cause: error })
        })
      const answer = (job: JobRecord) => ({
        success: true as const,
        jobId: job.id,
        queueJobId: job.id,
        status: job.shownStatus,
        startUrl: body.url,
        maxPages,
        maxDepth,
        estimatedTime: inWords(job.timeLeft ?? jobs.estimateDuration(crawlJob, input, maxPages)),
        statusUrl: `/v1/jobs/${job.id}`,
        streamUrl: `/v1/jobs/${job.id}/stream`,
      })
      const wait = preferredWait(request)
      if (wait !== undefined) {
        const job = await jobs.waitForEnd(account.id, started.id, wait * 1000, request.signal)
        if (job.status === 'failed' && job.error)
          throw new ApiError(
            job.error.code,
            job.error.message,
            { ...job.error.details, jobId: job.id },
            { status: 500 },
          )
        if (job.endedAt !== null && (await jobs.fits(account.id, job.id, MAX_DIRECT))) {
          set.headers['preference-applied'] = `wait=${wait}`
          const results = await readResults(kit, job)
          return { ...answer(job), creditsUsed: toCredits(job.used), processingMode: 'direct' as const, results }
        }
      }
      set.status = 202
      const estimatedTime = inWords(jobs.estimateDuration(crawlJob, input, maxPages))
      const creditsUsed = toCredits(millicredits)
      return { ...answer(started), estimatedTime, creditsUsed, processingMode: 'async' as const }
    },
    {
      access: { limit: 'crawl' },
      body: crawlBody(engines.names, mostPages(Object.values(accounts.plans).map(crawlPages.of))),
      response: { 200: CrawlDirect, 202: CrawlAccepted },
      async beforeHandle({ body, caller: { account } }) {
        check(body, { name: account.plan, pages: crawlPages.of(accounts.plan(account)) }, state)
        await checkWebhook(kit, body.webhook, { account: account.id, code: 'invalid_options' })
      },
      detail: {
        operationId: 'startCrawl',
        parameters: [preferHeader],
        'x-examples': {
          'Ten pages of a site': { url: 'https://example.com/', maxPages: 10 },
          'One part of a site': {
            url: 'https://example.com/',
            maxPages: 10,
            includePatterns: ['/docs/**'],
            onlyMainContent: true,
          },
        },
        summary: 'Crawl a site',
        description:
          'A background job that begins with one page, follows links breadth first, and scrapes each page once: addresses are normalised, and pages of one canonical address count once, and the links of each are followed. Sitemaps are read where there are some (robots.txt, `/sitemap.xml`). A host is asked for one page at a time, and up to 8 when it answers fast; after 429 or 503 it is left alone, as long as its `Retry-After` says. Each page costs what a scrape of it costs, AI extraction 2; one that fails, or answers 500 or above, costs nothing. With `Prefer: wait=N` (1 to 120 seconds) a crawl that ends in time is answered with its results, unless they have more than 32 MiB. A crawl whose start page cannot be had fails with `crawl_failed`, details `reason`.',
      },
    },
  )
}
