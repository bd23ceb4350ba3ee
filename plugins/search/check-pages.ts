import { isApiError, renameParameter } from 'weirjs'
import type { Scraper } from '../scrape/service.ts'
import { toScrapeBody } from './answer.ts'
import type { SearchBody } from './schema.ts'

/** Refuses options of the pages with errors that a schema cannot express. */
export function checkPages(body: SearchBody, scraper: Scraper, keeps: Parameters<Scraper['check']>[1]): void {
  try {
    scraper.check(scraper.read(toScrapeBody(body)), keeps)
  } catch (error) {
    throw asSent(error, body)
  }
}

/** Errors of scrape name its own parameters; here they are within `scrapeOptions`. */
function asSent(error: unknown, { scrapeOptions }: SearchBody): unknown {
  if (!isApiError(error) || typeof error.details.parameter !== 'string') return error
  const { parameter } = error.details
  const isOurs = parameter === 'extract.schema' && scrapeOptions?.extractionSchema
  return renameParameter(error, `scrapeOptions.${isOurs ? 'extractionSchema' : parameter}`)
}
