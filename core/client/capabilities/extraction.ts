import type { Caller } from '../call.ts'
import { follow, type StreamOptions } from '../events.ts'
import { ENDED, idOf, isOver, type JobReference } from '../job.ts'
import type { Body, CallOptions } from '../operations.ts'

/** Extraction from many pages, and its schemas. */
export function extraction(caller: Caller) {
  const { call, send } = caller
  const of = (job: JobReference) => ({ path: { jobId: idOf(job) } })
  return {
    /** Starts a job that extracts from many pages. */
    batch: (body: Body<'startExtractBatch'>, options?: CallOptions) =>
      call('POST', '/v1/extract/batch', { ...options, body }),
    batchResults: (job: JobReference, options?: CallOptions) =>
      call('GET', '/v1/extract/batch/{jobId}/results', { ...options, ...of(job) }),
    /** The events of a batch, up to `completed`. */
    batchStream: (job: JobReference, options: StreamOptions = {}) =>
      follow(send, {
        ...options,
        path: '/v1/extract/batch/{jobId}/stream',
        jobId: idOf(job),
        isLast: ({ event }) => ENDED.includes(event),
        isOver: isOver(caller, idOf(job), options),
      }),
    /** Starts a job that extracts from the most promising pages of a site. */
    domain: (body: Body<'extractDomain'>, options?: CallOptions) =>
      call('POST', '/v1/extract/domain', { ...options, body }),
    /** The state and the results of an extraction of any kind. */
    get: (job: JobReference, options?: CallOptions) => call('GET', '/v1/extract/{jobId}', { ...options, ...of(job) }),
    generateSchema: (body: Body<'generateSchema'>, options?: CallOptions) =>
      call('POST', '/v1/extract/generate-schema', { ...options, body }),
  }
}
