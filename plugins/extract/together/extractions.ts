import type { Kit } from 'weirjs'
import { HELD } from '../billing.ts'
import type { ExtractConfig } from '../config.ts'
import type { Extractions } from '../service.ts'
import type { ExtractState } from '../state.ts'
import { togetherJob } from './together-job.ts'

/** The most pages of a site that are read, and the time limit of an extraction in milliseconds. */
const SITE_PAGES = 10
const TIMEOUT = 300_000

/** Extractions as jobs, for other plugins. */
export function createExtractions({ jobs }: Kit<ExtractConfig>, { extraction }: ExtractState): Extractions {
  return {
    async start({ urls, sites = [], schema, maxAge, ...task }, { account, ...options }) {
      extraction.readSchema(schema)
      const input = {
        ...task,
        schema,
        urls: [...urls],
        sites: [...sites],
        maxAge,
        maxPages: SITE_PAGES,
        timeout: TIMEOUT,
      }
      return jobs.start(togetherJob, account, input, { ...options, millicredits: HELD, priority: 'medium' })
    },
  }
}
