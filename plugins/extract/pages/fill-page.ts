import type { EngineContext, Kit } from 'weirjs'
import { type Scraper, scraper, type WriteObserved } from '../../scrape/service.ts'
import type { ExtractConfig } from '../config.ts'
import { createExtraction, type OwnExtraction } from '../fill/extraction.ts'
import type { ExtractionPage, Filled } from '../service.ts'
import { getPage } from './get-page.ts'
import type { PageInput } from './input.ts'

/** What this plugin's routes and jobs share. */
export interface ExtractState {
  extraction: OwnExtraction
  scraper: Scraper
}

export const setUp = (kit: Kit<ExtractConfig>): ExtractState => ({
  extraction: createExtraction(kit),
  scraper: kit.use(scraper),
})

/** A page, and what was filled in from it. */
export interface FilledPage extends Filled {
  page: ExtractionPage
  /** After redirects. */
  url: string
  /** Addresses that it leads to, a line each, where they were asked for. */
  links: string
  /** What observers of pages write. */
  also: WriteObserved | undefined
}

/** Gets a page, and fills the schema from it. */
export async function fillPage(
  url: URL,
  input: PageInput,
  context: EngineContext & { jobId?: string },
  { extraction, scraper: scrapes }: ExtractState,
  pageLinks = false,
): Promise<FilledPage> {
  const { page, scraped } = await getPage(url, input, context, scrapes, pageLinks)
  const { prompt, model, temperature, evidence, dropUnsupported } = input
  const how = { prompt, model, temperature, evidence, dropUnsupported }
  const task = { schema: extraction.readSchema(input.schema), ...how }
  const filled = await extraction.fill([page], task, context)
  const also = await scrapes.observe({ account: context.account, url, page: scraped, jobId: context.jobId })
  const warnings = [...(scraped.warnings ?? []), ...filled.warnings]
  return { ...filled, warnings, page, url: page.url, links: scraped.data.pageLinks?.pages ?? '', also }
}
