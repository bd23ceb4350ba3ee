import { defineJob, jsonOf, type Work } from 'weirjs'
import { textFormats } from 'weirjs/schemas'
import {
  basicMetadata,
  outcomeOf,
  type ScrapeBody,
  type ScrapedPage,
  scrapeItem,
  scraper,
  summaryOf,
  UrlsInput,
  urlsJob,
  warningsOf,
} from '../scrape/service.ts'
import type { BatchBody, BatchEntry } from './batch-schema.ts'
import { batches } from './plan-fields.ts'

/** Converts a batch to a scrape: the format of `content` comes first, and markdown is added for each entry. */
export function toScrapeBody(body: BatchBody): ScrapeBody {
  const { urls: _, concurrency: __, retryCount: ___, delayBetweenRequests: ____, webhook: _____, ...page } = body
  const { format = 'json', formats = [format], waitFor, waitTime, priority, ...same } = page
  const ofContent = formats.find(isText) ?? formats[0]!
  return {
    ...same,
    formats: [...new Set([ofContent, ...formats, 'markdown' as const])],
    waitFor: waitFor || waitTime,
    priority: priority === 'normal' ? 'medium' : priority,
  }
}

/** As in a scrape, `content` is the first text, or the first of the other formats as JSON. */
const isText = (format: string) => (textFormats as readonly string[]).includes(format)

export const toInput = (body: BatchBody) => ({
  urls: body.urls,
  body: toScrapeBody(body),
  concurrency: body.concurrency ?? 3,
  retryCount: body.retryCount ?? 2,
  delay: body.delayBetweenRequests ?? 1000,
})

function showPage(url: string, page: ScrapedPage, { formats, includeMetadata }: ScrapeBody): BatchEntry {
  const { data, metadata } = page
  const { content: _, json, ...given } = data
  const format = formats?.[0] ?? 'json'
  const asked = format === 'json' ? (json ?? null) : (given as Record<string, unknown>)[format]
  const content = typeof asked === 'string' && format !== 'json' ? asked : (jsonOf(asked) ?? '')
  return {
    url,
    ...summaryOf(metadata),
    ...given,
    markdown: given.markdown ?? '',
    content,
    ...(json !== undefined && { json }),
    status: 'success',
    metadata: {
      ...(includeMetadata === false ? basicMetadata(metadata) : metadata),
      creditsUsed: page.millicredits / 1000,
      contentType: metadata.contentType ?? null,
      loadTime: metadata.processingTime,
    },
    ...warningsOf(page),
  }
}

type BatchWork = Work<{ body: ScrapeBody }, { url: string }>

/** A batch: like a scrape of many pages, with another form of results. Source: spec section 2.5. */
export const batchJob = defineJob({
  ...urlsJob,
  input: UrlsInput,
  name: 'batch.pages',
  type: 'batch',
  maxConcurrentJobs: batches.of,
  async run(work: BatchWork, kit) {
    const pages = kit.use(scraper)
    const page = await scrapeItem(work, pages)
    return outcomeOf(work, page, { pages, result: showPage(work.item.url, page, work.input.body) })
  },
  async failed({ code, message }, { item: { url } }): Promise<BatchEntry> {
    const scrapedAt = new Date().toISOString()
    return { url, status: 'failed', error: message, scrapedAt, metadata: { statusCode: 0, error: message, code } }
  },
})
