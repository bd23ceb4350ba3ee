import type { Caller } from '../call.ts'
import { follow, type StreamOptions } from '../events.ts'
import { ENDED, idOf, isOver, type JobReference } from '../job.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** An event in the stream of an enrichment. */
export interface EnrichmentEvent {
  id: string
  event: 'message'
  data: { progress: number; rowsProcessed: number; totalRows: number; status: string }
}

/** Enrichment of lists of e-mail addresses. */
export function enrichment(caller: Caller) {
  const { call, send, download } = caller
  const of = (job: JobReference) => ({ path: { jobId: idOf(job) } })
  return {
    /** Starts a job that enriches each row. */
    start: (body: Body<'startEnrichment'>, options?: CallOptions) =>
      call('POST', '/v1/ai-enrichment', { ...options, body }),
    get: (job: JobReference, options?: CallOptions) =>
      call('GET', '/v1/ai-enrichment/{jobId}', { ...options, ...of(job) }),
    /** The rows as a file: JSON, NDJSON or CSV. */
    download: (job: JobReference, query?: Query<'downloadEnrichment'>, options?: CallOptions) =>
      download('GET', '/v1/ai-enrichment/{jobId}/results', { ...options, ...of(job), query }),
    stream: (job: JobReference, options: StreamOptions = {}) =>
      follow(send, {
        ...options,
        path: '/v1/ai-enrichment/{jobId}/stream',
        jobId: idOf(job),
        isLast: ({ data }) => ENDED.includes((data as { status: string }).status),
        isOver: isOver(caller, idOf(job), options),
      }) as AsyncGenerator<EnrichmentEvent>,
    cancel: (job: JobReference, options?: CallOptions) =>
      call('POST', '/v1/ai-enrichment/{jobId}/cancel', { ...options, ...of(job) }),
  }
}
