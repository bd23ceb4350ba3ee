import { ApiError, type EngineContext, jsonOf, valueOf } from 'weirjs'
import type { PageOptions, ScrapedPage, Scraper } from '../../scrape/service.ts'

/** Fetches the page. Throws ApiError if it cannot be fetched, or its status is 500 or above. */
export async function lookAt(
  url: URL,
  options: PageOptions,
  scraper: Scraper,
  context: EngineContext,
): Promise<ScrapedPage> {
  const page = await scraper.page(url, options, context)
  const { statusCode } = page.metadata
  if (statusCode >= 500)
    throw new ApiError('scraping_failed', `The page responded with status ${statusCode}`, {
      url: url.href,
      reason: 'status',
      statusCode,
    })
  return page
}

const isData = ({ data }: ScrapedPage) =>
  data.extracted !== undefined ||
  (data.markdown === undefined && data.text === undefined && data.html === undefined && data.rawHtml === undefined)

/** The content that is compared and stored: what was extracted, or the first format. Data has a line per value. */
export function contentOf(page: ScrapedPage): string {
  const { content, extracted } = page.data
  if (!isData(page)) return content
  try {
    const value: unknown = extracted === undefined ? JSON.parse(content) : valueOf(extracted)
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return content === '' ? (jsonOf(extracted) ?? '') : content
  }
}

/** The media type of the snapshot. */
export function mediaTypeOf(page: ScrapedPage): string {
  const { markdown, html, rawHtml, content } = page.data
  if (isData(page)) return 'application/json'
  if (content === markdown) return 'text/markdown; charset=utf-8'
  return content === html || content === rawHtml ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8'
}
