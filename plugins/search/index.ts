import { definePlugin, type Kit, type Ready } from 'weirjs'
import { notConfigured } from 'weirjs/schemas'
import { content } from '../content/service.ts'
import { optionFailures, pageObservers, scraper } from '../scrape/service.ts'
import { checkQuery, createSearch, pageOf } from './answer.ts'
import { searchCommand } from './command.ts'
import { SearchConfig } from './config.ts'
import { indexedPages, observePages } from './local/observe-pages.ts'
import { indexMigrations } from './local/tables.ts'
import { createBrave } from './providers/brave.ts'
import { searchChecks } from './providers/checks.ts'
import { createLocal } from './providers/local.ts'
import { createSearxng } from './providers/searxng.ts'
import { SearchReply, searchBody, searchErrors } from './schema.ts'
import { createSearches } from './searches.ts'
import { type SearchProvider, searches, searchProviders } from './service.ts'
import { type SearchState, setUp } from './state.ts'

const health = ({ missing }: SearchProvider): Ready =>
  missing === undefined
    ? { ready: true }
    : { ready: false, configured: false, reason: missing.message, remedy: `Set ${missing.details.setting}` }

/** Finds pages, and scrapes them. */
export default definePlugin({
  name: 'search',
  api: 1,
  tag: { name: 'Search', description: 'Finds pages, and scrapes what was found.', order: 40 },
  config: SearchConfig,
  planFields: [indexedPages],
  migrations: indexMigrations,
  requires: [scraper, content],
  wants: [searchProviders],
  errors: searchErrors,
  checks: searchChecks,
  setup: setUp,
  provides: [
    searches.by((kit: Kit<SearchConfig>, state: SearchState) => createSearches(kit, state)),
    searchProviders.by({ name: 'searxng', order: 10, health }, ({ config, ...kit }) => createSearxng(config, kit)),
    searchProviders.by({ name: 'brave', order: 20, health }, ({ config, ...kit }) => createBrave(config, kit)),
    searchProviders.by({ name: 'local', order: 30, health }, ({ config, clock }, { index }: SearchState) =>
      createLocal({ index, clock, isShared: config.sharedIndex }),
    ),
    pageObservers.by({ name: 'search' }, ({ config, ...kit }, { index }: SearchState) =>
      observePages({ ...kit, index, isShared: config.sharedIndex }),
    ),
  ],

  routes(app, kit, { circuit }) {
    const scrapes = kit.use(scraper)
    const providers = kit.all(searchProviders)
    const search = createSearch(kit, { scraper: scrapes, circuit, providers })
    return app.post(
      '/search',
      ({ body, caller: { account }, request: { signal }, warnings }) => search({ body, account, signal, warnings }),
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
          if (body.scrapeResults) scrapes.check(scrapes.read(pageOf(body)), keeps)
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
            'Pages with what they say': {
              query: 'tea kettles',
              limit: 3,
              scrapeResults: true,
              scrapeOptions: { onlyMainContent: true },
            },
          },
          summary: 'Search',
          description:
            'Finds pages by a provider, and with `scrapeResults` scrapes them all, some at once. Costs 1 for each of `sources` that answers, and for each result that is scraped what a scrape costs, 2 with a screenshot (`structured` is in the price); a result that fails says so in `scrapeStatus` and costs nothing. All results together have twice the `timeout` of one. Where the provider fails the answer is `search_failed`, and nothing is charged: an answer without results means that there are none.',
        },
      },
    )
  },

  commands: [searchCommand],
  async start(_, { index, sweeper }) {
    sweeper.start()
    await index.start()
  },
  async close(_, { index, sweeper }) {
    await sweeper.close()
    await index.close()
  },
})
