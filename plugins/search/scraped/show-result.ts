import { type ApiError, type fileFields, isoTime, toCredits } from 'weirjs'
import { basicMetadata, type ScrapedPage } from '../../scrape/service.ts'
import type { CleanHit } from '../ask/clean-hits.ts'
import type { ScrapedResult } from '../schema.ts'
import { describeText, qualityOf } from '../text/describe-text.ts'

/** The fields of a result that do not depend on its outcome. */
const headOf = ({ title, url, snippet, host }: CleanHit, position: number) => ({
  position,
  title,
  url,
  description: snippet,
  displayLink: host,
})

/** A successfully scraped result in the response. Source: spec section 2.8. */
export function showScraped(
  hit: CleanHit,
  { data, metadata, warnings = [] }: ScrapedPage,
  about: { position: number; millicredits: number; files: ReturnType<typeof fileFields>; includeMetadata: boolean },
): ScrapedResult {
  const { pageLinks: _, markdown = '', ...formats } = data
  const { contentQuality } = metadata
  const text = describeText(markdown, metadata.description, contentQuality?.wordCount)
  const head = headOf(hit, about.position)
  return {
    ...head,
    title: hit.title === hit.host ? (metadata.title ?? hit.title) : hit.title,
    description: head.description || (metadata.description ?? ''),
    markdown,
    ...text,
    ...formats,
    summary: formats.summary || text.summary,
    ...about.files,
    scrapedAt: metadata.extractedAt,
    scrapeStatus: 'success',
    metadata: {
      ...(about.includeMetadata ? metadata : basicMetadata(metadata)),
      contentQuality: qualityOf(text, contentQuality?.isContentRich),
      creditsUsed: toCredits(about.millicredits),
    },
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  }
}

/** A result whose page could not be scraped; it costs nothing. Source: decisions 7.2. */
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
