import type { EngineContext } from 'weirjs'
import type { WriteObserved } from '../../scrape/service.ts'
import type { ExtractionPage, Filled } from '../service.ts'
import type { ExtractState } from '../state.ts'
import { getPage } from './get-page.ts'
import type { PageInput } from './input.ts'

/** A page, and what was filled from it. */
export interface FilledPage extends Filled {
  page: ExtractionPage
  /** After redirects. */
  url: string
  /** URLs that it links to, one per line, if they were asked for. */
  links: string
  /** Its robots directives. */
  robots: string
  /** What observers of pages have added. */
  also: WriteObserved | undefined
}

/** Fetches a page, and fills the schema from it. */
export async function fillPage(
  url: URL,
  input: PageInput,
  context: EngineContext & { jobId?: string },
  { extraction, scraper }: ExtractState,
  pageLinks = false,
): Promise<FilledPage> {
  const { page, scraped } = await getPage(url, input, context, scraper, pageLinks)
  const { prompt, model, temperature, evidence, dropUnsupported } = input
  const how = { prompt, model, temperature, evidence, dropUnsupported }
  const task = { schema: extraction.readSchema(input.schema), ...how }
  const filled = await extraction.fill([page], task, context)
  const also = await scraper.observe({ account: context.account, url, page: scraped, jobId: context.jobId })
  const warnings = [...(scraped.warnings ?? []), ...filled.warnings]
  const { data, metadata } = scraped
  const links = data.pageLinks?.pages ?? ''
  return { ...filled, warnings, page, url: page.url, links, robots: String(metadata.robots ?? ''), also }
}
