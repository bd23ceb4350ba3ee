import { ApiError, definePlugin } from 'weirjs'
import { content } from '../content/service.ts'
import { languageModels } from '../models/service.ts'
import { badUrls, scraper } from '../scrape/service.ts'
import { webhooks } from '../webhooks/service.ts'
import { batchJob } from './batch/batch-job.ts'
import { batchRoutes } from './batch/batch-routes.ts'
import { extractCommand } from './command.ts'
import { ExtractConfig } from './config.ts'
import { domainJob } from './domain/domain-job.ts'
import { domainRoute } from './domain/domain-route.ts'
import { providedExtractor } from './extractor.ts'
import { generateRoute } from './generate/generate-route.ts'
import { recipeMigration } from './recipes/recipe-table.ts'
import { extraction, extractions } from './service.ts'
import { extractJob } from './single/extract-job.ts'
import { extractRoute } from './single/extract-route.ts'
import { type ExtractState, setUp } from './state.ts'
import { statusRoute } from './status-route.ts'
import { createExtractions } from './together/extractions.ts'
import { togetherJob } from './together/together-job.ts'

const badSchema = ({ path, message }: { path: string; message: string }) => {
  const issue = `${path || 'schema'} must be ${message}`
  return new ApiError('invalid_schema', `The schema is not a JSON Schema: ${issue}`, { issues: [issue] })
}

/** Fills JSON Schemas from pages. */
export default definePlugin({
  name: 'extract',
  api: 1,
  tag: { name: 'Extract', description: 'Fill your JSON Schema from web pages.', order: 50 },
  config: ExtractConfig,
  /** Source: spec section 8.1. */
  limits: {
    extract: {
      free: { perHour: 5, perDay: 20 },
      starter: { perHour: 20, perDay: 100 },
      pro: { perHour: 100, perDay: 500 },
    },
  },
  errors: {
    invalid: { url: 'invalid_urls', urls: badUrls, domain: 'invalid_urls', schema: badSchema },
    failure: 'extraction_failed',
  },
  requires: [content, scraper],
  wants: [languageModels, webhooks],
  migrations: [recipeMigration],
  setup: setUp,
  provides: [
    extraction.by((_, state: ExtractState) => state.extraction),
    extractions.by(createExtractions),
    providedExtractor,
  ],
  jobs: [extractJob, batchJob, domainJob, togetherJob],

  commands: [extractCommand],

  routes(app, kit, state) {
    extractRoute(app, kit, state)
    batchRoutes(app, kit, state)
    domainRoute(app, kit, state)
    generateRoute(app, kit, state)
    statusRoute(app, kit)
    return app
  },
})
