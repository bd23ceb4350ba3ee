import { definePlugin, type Ready } from 'weirjs'
import { content } from '../content/service.ts'
import { pageObservers, scraper } from '../scrape/service.ts'
import { searchCommand } from './command.ts'
import { SearchConfig } from './config.ts'
import { indexedPages, observePages } from './local/observe-pages.ts'
import { indexMigrations } from './local/tables.ts'
import { createBrave } from './providers/brave.ts'
import { searchChecks } from './providers/checks.ts'
import { createLocal } from './providers/local.ts'
import { createSearxng } from './providers/searxng.ts'
import { searchErrors } from './schema.ts'
import { searchRoute } from './search-route.ts'
import { createSearches } from './searches.ts'
import { type SearchProvider, searches, searchProviders } from './service.ts'
import { type SearchState, setUp } from './state.ts'

const health = ({ missing }: SearchProvider): Ready =>
  missing === undefined
    ? { ready: true }
    : { ready: false, configured: false, reason: missing.message, remedy: `Set ${missing.details.setting}` }

/** The search plugin: searches pages, and scrapes the results. */
export default definePlugin({
  name: 'search',
  api: 1,
  tag: { name: 'Search', description: 'Find pages on the web and scrape them.', order: 40 },
  config: SearchConfig,
  planFields: [indexedPages],
  migrations: indexMigrations,
  requires: [scraper, content],
  wants: [searchProviders],
  errors: searchErrors,
  checks: searchChecks,
  setup: setUp,
  provides: [
    searches.by(createSearches),
    searchProviders.by({ name: 'searxng', order: 10, health }, ({ config, ...kit }) => createSearxng(config, kit)),
    searchProviders.by({ name: 'brave', order: 20, health }, ({ config, ...kit }) => createBrave(config, kit)),
    searchProviders.by({ name: 'local', order: 30, health }, ({ config, clock }, { index }: SearchState) =>
      createLocal({ index, clock, isShared: config.sharedIndex }),
    ),
    pageObservers.by({ name: 'search' }, ({ config, ...kit }, { index }: SearchState) =>
      observePages({ ...kit, index, isShared: config.sharedIndex }),
    ),
  ],

  routes: searchRoute,
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
