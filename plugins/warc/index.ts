import { definePlugin } from 'weirjs'
import { type ArchiveProvider, archiveErrors, archiveProviders } from '../archive/service.ts'
import { pageObservers, scraper } from '../scrape/service.ts'
import { archivedMegabytes, capturePages } from './capture-page.ts'
import { WarcConfig } from './config.ts'
import { createLocalProvider } from './local-provider.ts'
import { captureRoutes } from './routes.ts'
import { setUp, type WarcState } from './state.ts'
import { migrations } from './store/tables.ts'

const health = ({ missing }: ArchiveProvider) =>
  missing === undefined
    ? { ready: true as const }
    : { ready: false as const, configured: false, reason: missing.message, remedy: 'Set WEIR_ARCHIVE=on' }

/** This server's own archive: pages as they were fetched, in WARC files. */
export default definePlugin({
  name: 'warc',
  api: 1,
  tag: { name: 'Archive', description: 'Read earlier versions of pages from web archives.', order: 70 },
  config: WarcConfig,
  permissions: [],
  errors: archiveErrors,
  planFields: [archivedMegabytes],
  migrations,
  requires: [scraper],
  setup: setUp,
  routes: (app, kit, { captures }) => captureRoutes(app, kit, captures),
  provides: [
    pageObservers.by({ name: 'warc' }, ({ config, ...kit }, { captures }: WarcState) =>
      config.keep ? capturePages({ ...kit, captures, retentionDays: config.retentionDays }) : undefined,
    ),
    archiveProviders.by({ name: 'local', order: 40, health }, ({ config, ...kit }, { captures }: WarcState) =>
      createLocalProvider({ ...kit, captures, keep: config.keep }),
    ),
  ],
  async start(_, { sweeper }) {
    sweeper.start()
  },
  async close(_, { sweeper }) {
    await sweeper.close()
  },
})
