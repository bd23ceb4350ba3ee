import { definePlugin } from 'weirjs'
import { extraction } from '../extract/service.ts'
import { scraper } from '../scrape/service.ts'
import { webhooks } from '../webhooks/service.ts'
import { EnrichmentConfig } from './config.ts'
import { errorRules } from './errors.ts'
import { enrichmentJob } from './job.ts'
import { jobRoutes } from './job-routes.ts'
import { jobsAtOnce, jobsPerHour, rowsPerJob } from './plan-fields.ts'
import { startRoute } from './start-route.ts'
import { type EnrichmentState, setUp } from './state.ts'

/** The enrichment plugin: company data and answers for lists of e-mail addresses. */
export default definePlugin({
  name: 'enrichment',
  api: 1,
  tag: { name: 'Enrichment', description: 'Company data and answers for lists of e-mail addresses.', order: 60 },
  config: EnrichmentConfig,
  planFields: [jobsAtOnce, rowsPerJob, jobsPerHour],
  limits: { enrichment: (plan) => ({ perHour: jobsPerHour.of(plan) }) },
  errors: errorRules,
  requires: [scraper],
  wants: [extraction, webhooks],
  setup: setUp,
  jobs: [enrichmentJob],

  routes(app, kit, state: EnrichmentState) {
    startRoute(app, kit, state)
    jobRoutes(app, kit)
    return app
  },
})
