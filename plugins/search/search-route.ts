import type { Kit, PluginApp } from 'weirjs'
import { notConfigured } from 'weirjs/schemas'
import { optionFailures, scraper } from '../scrape/service.ts'
import { createSearch } from './answer.ts'
import { checkPages } from './check-pages.ts'
import { checkQuery } from './check-query.ts'
import type { SearchConfig } from './config.ts'
import { SearchReply, searchBody } from './schema.ts'
import { searchProviders } from './service.ts'
import type { SearchState } from './state.ts'

/** Source: spec section 4.8. */
export function searchRoute(app: PluginApp, kit: Kit<SearchConfig>, { circuit }: SearchState) {
  const scrapes = kit.use(scraper)
  const providers = kit.all(searchProviders)
  const search = createSearch(kit, { scraper: scrapes, circuit, providers })
  return app.post(
    '/search',
    ({ body, caller: { account }, request: { signal }, idempotency, warnings }) =>
      search({ body, account, signal, idempotency, warnings }),
    {
      access: { limit: 'general' },
      body: searchBody(
        kit.engines.names,
        providers.map(({ name }) => name),
      ),
      response: { 200: SearchReply },
      beforeHandle({ body, request }) {
        checkQuery(body)
        const keeps = request.headers.has('idempotency-key') ? 'answer' : 'nothing'
        if (body.scrapeResults) checkPages(body, scrapes, keeps)
      },
      detail: {
        operationId: 'searchWeb',
        'x-failures': {
          400: optionFailures,
          501: notConfigured,
        },
        'x-examples': {
          'Pages about a subject': { query: 'tea kettles', limit: 5 },
          'News of the last week, and pictures': {
            query: 'tea kettles',
            limit: 5,
            sources: ['web', 'news', 'images'],
            timeRange: 'week',
          },
          'Pages with their content': {
            query: 'tea kettles',
            limit: 3,
            scrapeResults: true,
            scrapeOptions: { onlyMainContent: true },
          },
        },
        summary: 'Search the web',
        description:
          'Finds pages through a provider and, with `scrapeResults`, scrapes them all, several at once. Costs 1 for each of `sources` that responds, plus the price of a scrape for each scraped result, 2 with a screenshot (`structured` is included in the price). A failed result has the reason in `scrapeStatus` and costs nothing. All results together may take twice the `timeout` of one. If the provider fails, the error is `search_failed` and nothing is charged: a response without results means that there are none.',
      },
    },
  )
}
