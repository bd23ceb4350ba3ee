import { type Kit, readValue } from 'weirjs'
import { scraper } from '../scrape/service.ts'
import { createSearch, toScrapeBody } from './answer.ts'
import { checkQuery } from './check-query.ts'
import type { SearchConfig } from './config.ts'
import { type SearchBody, searchBody, searchErrors } from './schema.ts'
import { type Searches, searchProviders } from './service.ts'
import type { SearchState } from './state.ts'

/** The function of this plugin's route as a service for other plugins. */
export function createSearches(kit: Kit<SearchConfig>, { circuit }: SearchState): Searches {
  const scrapes = kit.use(scraper)
  // Read on demand, as providers may belong to plugins that are set up later.
  const providers = () => kit.all(searchProviders)
  let schema: ReturnType<typeof searchBody> | undefined
  const read = (asked: SearchBody): SearchBody => {
    schema ??= searchBody(
      kit.engines.names,
      providers().map(({ name }) => name),
    )
    const body = readValue(schema, asked, searchErrors)
    checkQuery(body)
    if (body.scrapeResults) scrapes.check(scrapes.read(toScrapeBody(body)), 'nothing')
    return body
  }
  return {
    check: (asked) => void read(asked),
    async search(asked, by) {
      const body = read(asked)
      const warnings: string[] = []
      const search = createSearch(kit, { scraper: scrapes, circuit, providers: providers() })
      const { data } = await search({ body, ...by, warnings })
      return { ...data, warnings }
    },
  }
}
