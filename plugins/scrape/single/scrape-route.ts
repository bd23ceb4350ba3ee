import { ApiError, durationInWords, type Kit, type PluginApp, toCredits } from 'weirjs'
import { notConfigured, preferHeader } from 'weirjs/schemas'
import { checkWebhook, toJobWebhook } from '../../webhooks/service.ts'
import type { ScrapeConfig } from '../config.ts'
import { flatten } from '../options/flatten.ts'
import { optionFailures } from '../options/read-options.ts'
import { warnOfUnpaired } from '../options/unpaired.ts'
import { batchUrls } from '../plan-fields.ts'
import { ScrapeAccepted, ScrapeDone, scrapeBody, toDirect } from '../schema.ts'
import type { ScrapeState } from '../state.ts'
import { answerDirectly } from '../urls/direct.ts'
import { checkUrls, urlFailures } from '../urls/url-list.ts'
import { scrapeJob } from '../urls/urls-job.ts'

/** Source: spec sections 2.4 and 4.3. */
export function scrapeRoute(app: PluginApp, kit: Kit<ScrapeConfig>, state: ScrapeState) {
  const { pages, single } = state
  return app.post(
    '/scrape',
    async ({ body, caller, request, idempotency, set, warnings }) => {
      const options = state.options.get(request)!
      warnings.push(...warnOfUnpaired(body))
      if (body.urls) {
        const { urls, webhook, concurrency = 5, retryCount = 2, delayBetweenRequests: delay = 0, ...page } = body
        const input = { urls, body: page, concurrency, retryCount, delay }
        const job = await kit.jobs.start(scrapeJob, caller.account, input, {
          millicredits: pages.estimate(options) * urls.length,
          priority: options.priority,
          idempotency,
          webhook: toJobWebhook(webhook),
        })
        const direct = await answerDirectly(kit, { job, show: toDirect, request, set, concurrency, warnings })
        if (direct) return direct
        set.status = 202
        return {
          success: true as const,
          processingMode: 'async' as const,
          data: {
            jobId: job.id,
            status: job.shownStatus,
            totalUrls: urls.length,
            estimatedCredits: toCredits(job.estimate),
            estimatedTime: durationInWords(kit.jobs.estimateDuration(scrapeJob, input, urls.length)),
            statusUrl: `/v1/jobs/${job.id}`,
            streamUrl: `/v1/jobs/${job.id}/stream`,
          },
        }
      }
      if (body.webhook !== undefined)
        warnings.push('webhook has no effect with url: a single page is returned at once and is not a job')
      const { account } = caller
      return single.reply({
        url: new URL(body.url as string),
        options,
        account,
        idempotency,
        // Created on first access, as answers from memory do not need it.
        get signal() {
          return request.signal
        },
        warnings,
      })
    },
    {
      access: { limit: 'general' },
      body: scrapeBody(kit.engines.names),
      response: { 200: ScrapeDone, 202: ScrapeAccepted },
      transform(context) {
        context.body = flatten(context.body) as typeof context.body
      },
      async beforeHandle({ body, caller, request }) {
        if (body.urls) checkUrls(body.urls, batchUrls.of(kit.accounts.plan(caller.account)))
        else if (body.url === undefined)
          throw new ApiError('invalid_url', 'url is required, or urls', { parameter: 'url', reason: 'malformed' })
        const options = pages.read(body)
        pages.check(options, body.urls || request.headers.has('idempotency-key') ? 'answer' : 'nothing')
        state.options.set(request, options)
        if (body.urls) await checkWebhook(kit, body.webhook, { account: caller.account.id, code: 'invalid_options' })
      },
      detail: {
        operationId: 'scrapePage',
        'x-failures': {
          400: { ...optionFailures, ...urlFailures },
          404: { not_cached: 'The cache has no response of the age that `minAge` requires' },
          500: { timeout: 'The page took longer than `timeout`', extraction_failed: 'No data could be extracted' },
          501: notConfigured,
        },
        parameters: [preferHeader],
        'x-examples': {
          'A page as markdown': { url: 'https://example.com/' },
          'The main content and the links': {
            url: 'https://example.com/',
            formats: ['markdown', 'links'],
            onlyMainContent: true,
          },
          'A screenshot of the page': { url: 'https://example.com/', formats: ['markdown', 'screenshot'] },
          'Its images and a summary': { url: 'https://example.com/', formats: ['summary', 'images'] },
          'Attributes of its elements': {
            url: 'https://example.com/',
            attributes: [{ selector: 'a[href]', attribute: 'href' }],
          },
          'Changes since the last scrape': {
            url: 'https://example.com/',
            formats: ['markdown', 'changeTracking'],
            changeTracking: { tag: 'weekly' },
          },
          'A page that is not stored': { url: 'https://example.com/', zeroRetention: true },
          'Many pages, as a job': { urls: ['https://example.com/', 'https://example.org/'], formats: ['markdown'] },
        },
        summary: 'Scrape a page',
        description:
          'Fetches one page and returns it in the requested formats. The type of document is detected automatically. Credits add up: 1 for any page, 1 more each for scripts, a screenshot, a PDF and `structured`, 2 to 3 for AI extraction and for a `summary` by a language model. A page costs nothing if it fails, responds with 500 or above, or shows no text however long it is rendered (`warnings` says so). `timeout` covers the whole request, including conversion and documents. With `urls`, the request starts a background job; with `Prefer: wait=N` (1 to 120 seconds), the response has the results if the job ends in time.',
      },
    },
  )
}
