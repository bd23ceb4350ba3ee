import { ApiError, durationInWords, type JobRecord, type Kit, type PluginApp, preferredWait, toCredits } from 'weirjs'
import { notConfigured, preferHeader } from 'weirjs/schemas'
import { optionFailures, readResults, warnOfUnpaired } from '../scrape/service.ts'
import type { CrawlConfig } from './config.ts'
import { crawlJob } from './crawl-job.ts'
import type { CrawlStarts } from './crawls.ts'
import { toInput } from './input.ts'
import { CrawlAccepted, CrawlDirect, type CrawledPage } from './schema.ts'

/** Maximum bytes of results in a direct answer. More must be read in pages. */
const MAX_DIRECT = 32 * 1024 * 1024

/** Source: spec sections 2.6 and 4.6. */
export function crawlRoute(app: PluginApp, kit: Kit<CrawlConfig>, crawls: CrawlStarts) {
  const { jobs } = kit
  return app.post(
    '/crawl',
    async ({ body, caller: { account }, request, idempotency, set, warnings }) => {
      const input = toInput(body)
      warnings.push(...warnOfUnpaired(input.page))
      const { maxPages, maxDepth } = input
      const started = await crawls.begin(body, { account, idempotency })
      const answer = (job: JobRecord) => ({
        success: true as const,
        jobId: job.id,
        queueJobId: job.id,
        status: job.shownStatus,
        startUrl: body.url,
        maxPages,
        maxDepth,
        estimatedTime: durationInWords(job.timeLeft ?? jobs.estimateDuration(crawlJob, input, maxPages)),
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
          const results = await readResults<CrawledPage>(kit, job)
          return { ...answer(job), creditsUsed: toCredits(job.used), processingMode: 'direct' as const, results }
        }
      }
      set.status = 202
      const estimatedTime = durationInWords(jobs.estimateDuration(crawlJob, input, maxPages))
      const creditsUsed = toCredits(started.estimate)
      return { ...answer(started), estimatedTime, creditsUsed, processingMode: 'async' as const }
    },
    {
      access: { limit: 'crawl' },
      body: crawls.body,
      response: { 200: CrawlDirect, 202: CrawlAccepted },
      beforeHandle: ({ body, caller: { account } }) => crawls.check(body, account),
      detail: {
        operationId: 'startCrawl',
        'x-failures': {
          400: optionFailures,
          501: notConfigured,
        },
        parameters: [preferHeader],
        'x-examples': {
          'Ten pages of a site': { url: 'https://example.com/', maxPages: 10 },
          'One section of a site': {
            url: 'https://example.com/',
            maxPages: 10,
            includePatterns: ['/docs/**'],
            onlyMainContent: true,
          },
          'The URLs in sitemaps that match a pattern': {
            url: 'https://example.com/',
            sitemap: 'only',
            patternSyntax: 'regex',
            includePatterns: ['^/blog/\\d{4}/'],
          },
        },
        summary: 'Crawl a site',
        description:
          'Starts a background job that begins at one page, follows links breadth first and scrapes each page once. URLs are normalized; pages with the same canonical URL count once, but the links of each are followed. Sitemaps are read if the site has any (robots.txt, `/sitemap.xml`). Each host gets one request at a time, or up to 8 if it responds fast; after 429 or 503 it is left alone for as long as its `Retry-After` says. Each page costs the same as a scrape, and AI extraction costs 2; a page that fails, or responds with 500 or above, costs nothing. With `Prefer: wait=N` (1 to 120 seconds), the response has the results if the crawl ends in time and they are at most 32 MiB. If the start page cannot be fetched, the crawl fails with `crawl_failed` and `reason` in the details.',
      },
    },
  )
}
