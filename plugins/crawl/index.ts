import { definePlugin } from 'weirjs'
import { scraper } from '../scrape/service.ts'
import { webhooks } from '../webhooks/service.ts'
import { CrawlConfig } from './config.ts'
import { crawlJob } from './crawl-job.ts'
import { crawlRoute } from './crawl-route.ts'
import { crawlErrors, createCrawls } from './crawls.ts'
import { crawlPages } from './plan-fields.ts'
import { crawls } from './service.ts'
import { setUp } from './state.ts'

/** Crawls of sites. */
export default definePlugin({
  name: 'crawl',
  api: 1,
  tag: { name: 'Crawl', description: 'Follow the links of a site and scrape its pages.', order: 20 },
  config: CrawlConfig,
  /** Source: spec section 8.1. */
  limits: {
    crawl: {
      free: { perHour: 2, perDay: 10 },
      starter: { perHour: 10, perDay: 50 },
      pro: { perHour: 50, perDay: 200 },
    },
  },
  planFields: [crawlPages],
  errors: crawlErrors,
  requires: [scraper],
  wants: [webhooks],
  setup: setUp,
  provides: [crawls.by(createCrawls)],
  jobs: [crawlJob],
  routes: (app, kit, state) => crawlRoute(app, kit, createCrawls(kit, state)),
})
