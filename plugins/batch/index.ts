import { definePlugin } from 'weirjs'
import { scrapeErrors, scraper, scrapeTag } from '../scrape/service.ts'
import { webhooks } from '../webhooks/service.ts'
import { batchJob } from './batch-job.ts'
import { batchRoute } from './batch-route.ts'
import { olderJobsMigration } from './older-jobs.ts'
import { batches } from './plan-fields.ts'

/** The older API to scrape many pages. */
export default definePlugin({
  name: 'batch',
  api: 1,
  tag: { ...scrapeTag, order: scrapeTag.order + 1 },
  planFields: [batches],
  errors: scrapeErrors,
  migrations: [olderJobsMigration],
  requires: [scraper],
  wants: [webhooks],
  jobs: [batchJob],
  routes: (app, kit) => batchRoute(app, kit),
})
