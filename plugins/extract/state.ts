import type { Kit } from 'weirjs'
import { type Scraper, scraper } from '../scrape/service.ts'
import type { ExtractConfig } from './config.ts'
import { createExtraction, type OwnExtraction } from './fill/extraction.ts'

/** The state that the routes and jobs of this plugin share. */
export interface ExtractState {
  extraction: OwnExtraction
  scraper: Scraper
}

export const setUp = (kit: Kit<ExtractConfig>): ExtractState => ({
  extraction: createExtraction(kit),
  scraper: kit.use(scraper),
})
