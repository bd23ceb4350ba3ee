/** The client of the HTTP API. It has no dependencies and runs on Node 20 and above, Bun, Deno and in browsers. */

export type { EnrichmentEvent } from './capabilities/enrichment.ts'
export { type ErrorFacts, WeirError } from './error.ts'
export type { StreamOptions } from './events.ts'
export type { JobEvent, JobReference } from './job.ts'
export type { paths } from './openapi.ts'
export type { Body, CallOptions, Query, Reply, Schema } from './operations.ts'
export { pages } from './pages.ts'
export { readEvents, type StreamedEvent } from './read-events.ts'
export type { CrawledPage, ResultOf } from './results.ts'
export type { RetryOptions } from './retry.ts'
export type { WeirOptions } from './send.ts'
export {
  type CrawlOptions,
  type ExtractOptions,
  type MapOptions,
  type ScrapeOptions,
  type SearchOptions,
  Weir,
} from './weir.ts'
