import { ApiError, checkPriority, durationInWords, isApiError, type Kit, type PluginApp, toCredits } from 'weirjs'
import { notConfigured, preferHeader } from 'weirjs/schemas'
import {
  answerDirectly,
  batchUrls,
  checkUrls,
  optionFailures,
  type PageOptions,
  scraper,
  urlFailures,
  warnOfUnpaired,
} from '../scrape/service.ts'
import { checkWebhook, toJobWebhook } from '../webhooks/service.ts'
import { batchJob, toInput, toScrapeBody } from './batch-job.ts'
import { BatchAccepted, BatchDirect, type BatchEntry, batchBody } from './batch-schema.ts'

/** Headers of every answer. Source: decisions 6.3, RFC 9745, RFC 8594. */
const deprecated = { deprecation: '@1736985600', link: '</v1/scrape>; rel="successor-version"' }

/** The older way to scrape many pages. Source: spec section 4.4. */
export function batchRoute(app: PluginApp, kit: Kit) {
  const { jobs, accounts } = kit
  const pages = kit.use(scraper)
  /** The options of requests that have passed the checks, so that bodies are read only once. */
  const known = new WeakMap<Request, PageOptions>()

  return app.post(
    '/batch',
    async ({ body, caller: { account }, request, idempotency, set, warnings }) => {
      const input = toInput(body)
      const options = known.get(request)!
      warnings.push(...warnOfUnpaired(input.body))
      const job = await jobs
        .start(batchJob, account, input, {
          millicredits: pages.estimate(options) * input.urls.length,
          priority: options.priority,
          idempotency,
          webhook: toJobWebhook(body.webhook),
        })
        .catch((error: unknown) => {
          if (isApiError(error)) throw error
          throw new ApiError('batch_failed', 'The batch could not be started', {}, { cause: error })
        })
      const { concurrency } = input
      const show = (entry: BatchEntry) => entry
      const direct = await answerDirectly(kit, { job, show, request, set, concurrency, warnings })
      if (direct) return direct
      set.status = 202
      return {
        success: true as const,
        processingMode: 'async' as const,
        jobId: job.id,
        queueJobId: job.id,
        status: job.shownStatus,
        urlCount: input.urls.length,
        estimatedCredits: toCredits(job.estimate),
        estimatedTime: durationInWords(jobs.estimateDuration(batchJob, input, input.urls.length)),
        statusUrl: `/v1/jobs/${job.id}`,
        message: 'This endpoint is deprecated: send the same urls to POST /v1/scrape',
      }
    },
    {
      access: { limit: 'general', headers: deprecated },
      body: batchBody(kit.engines.names),
      response: { 200: BatchDirect, 202: BatchAccepted },
      async beforeHandle({ body, caller: { account }, request }) {
        checkPriority(body.priority, account.plan)
        checkUrls(body.urls, batchUrls.of(accounts.plan(account)))
        const options = pages.read(toScrapeBody(body))
        pages.check(options)
        known.set(request, options)
        await checkWebhook(kit, body.webhook, { account: account.id, code: 'invalid_options' })
      },
      detail: {
        deprecated: true,
        operationId: 'startBatch',
        parameters: [preferHeader],
        'x-failures': {
          400: { ...optionFailures, ...urlFailures },
          501: notConfigured,
        },
        'x-examples': {
          'Two pages as markdown': { urls: ['https://example.com/', 'https://example.org/'], format: 'markdown' },
        },
        summary: 'Scrape many pages (deprecated)',
        description:
          'Deprecated: use `urls` of `POST /v1/scrape`. Starts a background job. With `Prefer: wait=N` (1 to 120 seconds), the response has the results if the batch ends in time. A failed page costs nothing. Concurrent batches per account: free two, starter five, pro ten.',
      },
    },
  )
}
