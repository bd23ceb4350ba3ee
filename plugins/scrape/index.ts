import { definePlugin } from 'weirjs'
import { content } from '../content/service.ts'
import { webhooks } from '../webhooks/service.ts'
import { batchRoutes } from './batch/batch.ts'
import { batchJob } from './batch/batch-job.ts'
import { scrapeJob } from './batch/urls-job.ts'
import { cacheMigration } from './cache/index.ts'
import { seenPagesMigration } from './changes/seen-pages.ts'
import { ScrapeConfig } from './config.ts'
import { batches, batchUrls } from './plan-fields.ts'
import { createScrapes, scrapeErrors } from './scrapes.ts'
import { differ, extractor, pageObservers, scraper, scrapes } from './service.ts'
import { scrapeRoute } from './single/scrape-route.ts'
import { type ScrapeState, setUp } from './state.ts'

export default definePlugin({
  name: 'scrape',
  api: 1,
  tag: { name: 'Scrape', description: 'Turns pages into content.', order: 10 },
  config: ScrapeConfig,
  permissions: ['batch'],
  planFields: [batchUrls, batches],
  errors: scrapeErrors,
  migrations: [cacheMigration, seenPagesMigration],
  requires: [content],
  wants: [differ, extractor, pageObservers, webhooks],
  setup: setUp,
  provides: [
    scraper.by((_, { pages }: ScrapeState) => pages),
    scrapes.by((kit, state: ScrapeState) => createScrapes(kit, state)),
  ],
  jobs: [scrapeJob, batchJob],

  routes(app, kit, state) {
    scrapeRoute(app, kit, state)
    batchRoutes(app, kit, state)
    return app
  },

  start(_, { cache, seen }) {
    cache.start()
    seen.start()
  },
  async close(_, { cache, seen }) {
    await seen.close()
    await cache.close()
  },
})
