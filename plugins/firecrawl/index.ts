import { definePlugin, type Kit } from 'weirjs'
import { content } from '../content/service.ts'
import { crawls } from '../crawl/service.ts'
import { extraction, extractions } from '../extract/service.ts'
import { maps } from '../map/service.ts'
import { extractor, pageObservers, scraper, scrapes } from '../scrape/service.ts'
import { searches } from '../search/service.ts'
import { jobWebhookForms, webhooks } from '../webhooks/service.ts'
import { FirecrawlConfig } from './config.ts'
import { errorRules } from './errors.ts'
import { StartedJobs } from './jobs/started-jobs.ts'
import { migrations } from './jobs/tables.ts'
import { mounts } from './routes/index.ts'
import type { FirecrawlState } from './routes/route.ts'
import { FORM } from './webhooks/check.ts'
import { observePages, tellEnds } from './webhooks/tell.ts'

/** The API of Firecrawl, implemented by this server for Firecrawl's clients and whatever was built on it. */
export default definePlugin({
  name: 'firecrawl',
  api: 1,
  tag: {
    name: 'Firecrawl',
    description:
      'The Firecrawl API for its clients, served by this server: v2 at `/v2` and `/firecrawl/v2`, v1 at `/firecrawl/v1`. Requested features that are not supported are named in `warning`.',
    order: 97,
  },
  permissions: [],
  config: FirecrawlConfig,
  errors: errorRules,
  migrations,
  requires: [content, scraper, scrapes, crawls, maps, searches, extraction, extractions],
  wants: [extractor, webhooks],
  setup: (kit: Kit<FirecrawlConfig>): FirecrawlState => ({
    started: new StartedJobs(kit),
    scraper: kit.use(scraper),
    scrapes: kit.use(scrapes),
    crawls: kit.use(crawls),
    maps: kit.use(maps),
    searches: kit.use(searches),
    extraction: kit.use(extraction),
    extractions: kit.use(extractions),
  }),
  provides: [
    pageObservers.by({ name: 'firecrawl' }, (kit, { started }: FirecrawlState) => observePages(kit, started)),
    jobWebhookForms.by({ name: FORM }, (_, { started }: FirecrawlState) => tellEnds(started)),
  ],
  mounts,
  start: (_, { started }) => started.sweeper.start(),
  close: (_, { started }) => started.sweeper.close(),
})
