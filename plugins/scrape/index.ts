import { definePlugin } from 'weirjs'
import { content } from '../content/service.ts'
import { webhooks } from '../webhooks/service.ts'
import { cacheMigration } from './cache/index.ts'
import { seenPagesMigration } from './changes/seen-pages.ts'
import { ScrapeConfig } from './config.ts'
import { batchUrls } from './plan-fields.ts'
import { createScrapes } from './scrapes.ts'
import { differ, extractor, pageObservers, scrapeErrors, scraper, scrapes, scrapeTag } from './service.ts'
import { scrapeRoute } from './single/scrape-route.ts'
import { type ScrapeState, setUp } from './state.ts'
import { scrapeJob } from './urls/urls-job.ts'

export default definePlugin({
  name: 'scrape',
  api: 1,
  tag: scrapeTag,
  config: ScrapeConfig,
  planFields: [batchUrls],
  errors: scrapeErrors,
  migrations: [cacheMigration, seenPagesMigration],
  requires: [content],
  wants: [differ, extractor, pageObservers, webhooks],
  setup: setUp,
  provides: [
    scraper.by((_, { pages }: ScrapeState) => pages),
    scrapes.by((kit, state: ScrapeState) => createScrapes(kit, state)),
  ],
  jobs: [scrapeJob],
  routes: scrapeRoute,

  start(_, { cache, seen }) {
    cache.start()
    seen.start()
  },
  async close(_, { cache, seen }) {
    await seen.close()
    await cache.close()
  },
})
