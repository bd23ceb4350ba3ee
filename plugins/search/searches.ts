import { type Kit, readValue } from 'weirjs'
import { scraper } from '../scrape/service.ts'
import { createSearch, toScrapeBody } from './answer.ts'
import { checkQuery } from './check-query.ts'
import type { SearchConfig } from './config.ts'
import { searchBody, searchErrors } from './schema.ts'
import { type Searches, searchProviders } from './service.ts'
import type { SearchState } from './state.ts'

/** What the route does, for other plugins. */
export function createSearches(kit: Kit<SearchConfig>, { circuit }: SearchState): Searches {
  const scrapes = kit.use(scraper)
  // Providers may belong to plugins that are not set up yet.
  const providers = () => kit.all(searchProviders)
  let schema: ReturnType<typeof searchBody> | undefined
  return {
    async search(asked, by) {
      schema ??= searchBody(
        kit.engines.names,
        providers().map(({ name }) => name),
      )
      const body = readValue(schema, asked, searchErrors)
      checkQuery(body)
      if (body.scrapeResults) scrapes.check(scrapes.read(toScrapeBody(body)), 'nothing')
      const warnings: string[] = []
      const search = createSearch(kit, { scraper: scrapes, circuit, providers: providers() })
      const { data } = await search({ body, ...by, warnings })
      return { ...data, warnings }
    },
  }
}
