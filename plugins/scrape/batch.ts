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
import { batchJob, toInput, toScrapeBody } from './batch-job.ts'
import { BatchAccepted, type BatchBody, BatchDirect, type BatchEntry, batchBody } from './batch-schema.ts'
import type { ScrapeConfig } from './config.ts'
import { readOptions } from './options.ts'
import { createScraper } from './page.ts'
import { checkUrls, MOST_URLS } from './url-list.ts'

/** On every answer. Source: decisions 6.3, RFC 9745, RFC 8594. */
const deprecated = { deprecation: '@1736985600', link: '</v1/scrape>; rel="successor-version"' }

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10)

/** The answer of a batch that has ended while its caller waited. Source: spec section 2.5. */
async function direct({ jobs }: Kit, job: JobRecord, concurrency: number) {
  const entries = await jobs.results(job.account, job.id, { limit: MOST_URLS })
  const results = entries.map(({ json }) => JSON.parse(json) as BatchEntry)
  const successful = results.filter((entry) => entry.status === 'success')
  const failed = results.filter((entry) => entry.status === 'failed')
  const total = results.length
  const processingTime = (job.endedAt ?? 0) - (job.startedAt ?? job.createdAt)
  const creditsUsed = toCredits(job.used)
  const summary = {
    total,
    successful: successful.length,
    failed: failed.length,
    successRate: percent(successful.length, total),
    processingTime,
    averageTimePerUrl: Math.round(processingTime / Math.max(1, total)),
    creditsUsed,
    creditsPerUrl: Math.round((creditsUsed / Math.max(1, total)) * 1000) / 1000,
    concurrency,
  }
  return {
    success: true as const,
    processingMode: 'direct' as const,
    jobId: job.id,
    data: { results, successful, failed, summary },
    ...(failed.length > 0 && { warning: `${failed.length} of ${total} URLs failed` }),
  }
}

/** The older way to scrape many pages. Source: spec section 4.4. */
export function batchRoutes(app: PluginApp, kit: Kit<ScrapeConfig>) {
  const { jobs, accounts } = kit
  const pages = createScraper(kit)
  const optionsOf = (body: BatchBody) =>
    readOptions(toScrapeBody(body), { engines: kit.engines, converter: kit.config.converter })

  return app.post(
    '/batch',
    async ({ body, caller: { account }, request, idempotency, set }) => {
      const input = toInput(body)
      const options = optionsOf(body)
      const millicredits = pages.estimate(options) * input.urls.length
      const started = await jobs
        .start(batchJob, account, input, { millicredits, priority: options.priority, idempotency })
        .catch((error: unknown) => {
          if (isApiError(error)) throw error
          throw new ApiError(500, 'batch_failed', 'The batch could not be started', {}, { cause: error })
        })
      const wait = preferredWait(request)
      if (wait !== undefined) {
        const job = await jobs.ended(account.id, started.id, wait * 1000, request.signal)
        if (job.endedAt !== null) {
          set.headers['preference-applied'] = `wait=${wait}`
          return direct(kit, job, input.concurrency)
        }
      }
      set.status = 202
      return {
        success: true as const,
        processingMode: 'async' as const,
        jobId: started.id,
        queueJobId: started.id,
        status: started.shownStatus,
        urlCount: input.urls.length,
        estimatedCredits: toCredits(millicredits),
        estimatedTime: inWords(jobs.expect(batchJob, input, input.urls.length)),
        statusUrl: `/v1/jobs/${started.id}`,
        message: 'This endpoint is deprecated: send the same urls to POST /v1/scrape',
      }
    },
    {
      access: { limit: 'general', permission: 'batch', headers: deprecated },
      body: batchBody(kit.engines.names),
      response: { 200: BatchDirect, 202: BatchAccepted },
      beforeHandle({ body, caller: { account } }) {
        const { plan } = account
        if (body.priority === 'high' && plan !== 'pro' && plan !== 'enterprise')
          throw new ApiError(400, 'invalid_options', 'priority high needs the plan pro or enterprise', {
            parameter: 'priority',
            requiredPlan: 'pro',
          })
        checkUrls(body.urls, accounts.plan(account).batchUrls)
        pages.check(optionsOf(body))
      },
      detail: {
        deprecated: true,
        operationId: 'startBatch',
        parameters: [preferHeader],
        'x-examples': {
          'Two pages as markdown': { urls: ['https://example.com/', 'https://example.org/'], format: 'markdown' },
        },
        summary: 'Scrape many pages (older)',
        description:
          'Use `urls` of `POST /v1/scrape`. A background job; with `Prefer: wait=N` (1 to 120 seconds) a batch that ends in time is answered with its results. A page that fails costs nothing. A free account has two batches at once, starter five, pro ten.',
      },
    },
  )
}
