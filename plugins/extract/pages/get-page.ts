import { ApiError, type EngineContext, type ErrorCode, isApiError } from 'weirjs'
import type { ScrapedPage, Scraper } from '../../scrape/service.ts'
import type { ExtractionPage } from '../service.ts'
import { formatsOf } from './formats.ts'
import type { PageInput } from './input.ts'

/** Time limit of a scrape in milliseconds. */
const MAX_SCRAPE_TIME = 120_000

/** A page from which a schema is filled, and the scrape that it comes from. */
export interface GotPage {
  page: ExtractionPage
  scraped: ScrapedPage
}

/** Fetches a page in the formats that schemas are filled from. Throws ApiError if it has no content. */
export async function getPage(
  url: URL,
  input: PageInput,
  context: EngineContext,
  scraper: Scraper,
  pageLinks = false,
): Promise<GotPage> {
  const { timeout, maxAge, removeNoise, optimizeForLLM, preserveStructure = true } = input
  const options = scraper.read({
    formats: [...formatsOf(input.model), ...(preserveStructure ? [] : (['text'] as const))],
    timeout: Math.min(timeout, MAX_SCRAPE_TIME),
    maxAge,
    onlyMainContent: removeNoise,
    llmOptimization: optimizeForLLM,
    priority: context.priority,
  })
  const scraped = await getScraped(() =>
    scraper.page(url, { ...options, content: { ...options.content, visibleOnly: true, pageLinks } }, context),
  )
  const { data, metadata } = scraped
  if (metadata.statusCode >= 400)
    throw new ApiError('extraction_failed', `The page responded with status ${metadata.statusCode}`, {
      url: url.href,
      reason: 'status',
      statusCode: metadata.statusCode,
    })
  const text = preserveStructure ? data.markdown : data.text
  const page = {
    url: metadata.url,
    markdown: text ?? '',
    structured: data.structured,
    json: data.json,
    html: data.html,
    metadata,
  }
  return { page, scraped }
}

/** What this plugin calls the failures of a scrape. Source: spec section 7.2, decisions 8.2. */
const codes: Readonly<Record<string, ErrorCode>> = {
  invalid_url: 'invalid_urls',
  scraping_failed: 'extraction_failed',
}

async function getScraped(get: () => Promise<ScrapedPage>): Promise<ScrapedPage> {
  try {
    return await get()
  } catch (error) {
    const code = isApiError(error) ? codes[error.code] : undefined
    if (!isApiError(error) || code === undefined) throw error
    throw new ApiError(code, error.message, error.details, { cause: error })
  }
}
