import { type ApiError, type fileFields, isoTime, toCredits } from 'weirjs'
import type { ScrapedPage } from '../../scrape/service.ts'
import type { CleanHit } from '../ask/clean-hits.ts'
import type { ScrapedResult } from '../schema.ts'
import { describeText, qualityOf } from '../text/describe-text.ts'

/** What a scraped result contains whatever its outcome. */
const headOf = ({ title, url, snippet, host }: CleanHit, position: number) => ({
  position,
  title,
  url,
  description: snippet,
  displayLink: host,
})

/** A successful result, as the response shows it. Source: spec section 2.8. */
export function showScraped(
  hit: CleanHit,
  { data, metadata, warnings = [] }: ScrapedPage,
  about: { position: number; millicredits: number; files: ReturnType<typeof fileFields>; includeMetadata: boolean },
): ScrapedResult {
  const { pageLinks: _, markdown = '', ...formats } = data
  const { url, statusCode, contentType, extractedAt, processingTime, contentQuality, ...more } = metadata
  const text = describeText(markdown, metadata.description, contentQuality?.wordCount)
  const head = headOf(hit, about.position)
  const visit = { url, statusCode, contentType, extractedAt, processingTime }
  return {
    ...head,
    title: hit.title === hit.host ? (metadata.title ?? hit.title) : hit.title,
    description: head.description || (metadata.description ?? ''),
    markdown,
    ...text,
    ...formats,
    summary: formats.summary || text.summary,
    ...about.files,
    scrapedAt: extractedAt,
    scrapeStatus: 'success',
    metadata: {
      ...(about.includeMetadata && more),
      ...visit,
      contentQuality: qualityOf(text, contentQuality?.isContentRich),
      creditsUsed: toCredits(about.millicredits),
    },
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  }
}

/** A failed result; it costs nothing. Source: decisions 7.2. */
export const showFailed = (
  hit: CleanHit,
  position: number,
  { error: { code, message, details }, at }: { error: ApiError; at: number },
): ScrapedResult => ({
  ...headOf(hit, position),
  scrapedAt: isoTime(at),
  scrapeStatus: 'failed',
  error: { code, message, details },
  metadata: { statusCode: 0, creditsUsed: 0 },
})
