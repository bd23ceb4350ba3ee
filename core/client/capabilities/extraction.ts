import type { Caller } from '../call.ts'
import { follow, type StreamOptions } from '../events.ts'
import { idOf, isOver, type JobReference } from '../job.ts'
import type { Body, CallOptions } from '../operations.ts'

/** Extraction from many pages, and the schemas that it fills. */
export function extraction(caller: Caller) {
  const { call, send } = caller
  const of = (job: JobReference) => ({ path: { jobId: idOf(job) } })
  return {
    /** Begins a job over many pages. */
    batch: (body: Body<'startExtractBatch'>, options?: CallOptions) =>
      call('POST', '/v1/extract/batch', { ...options, body }),
    batchResults: (job: JobReference, options?: CallOptions) =>
      call('GET', '/v1/extract/batch/{jobId}/results', { ...options, ...of(job) }),
    /** What happens to a batch, to its `completed`. */
    batchStream: (job: JobReference, options: StreamOptions = {}) =>
      follow(send, {
        ...options,
        path: '/v1/extract/batch/{jobId}/stream',
        jobId: idOf(job),
        isLast: ({ event }) => ['completed', 'failed', 'cancelled'].includes(event),
        isOver: isOver(caller, idOf(job), options),
      }),
    /** Begins a job over the pages of a site that promise most. */
    domain: (body: Body<'extractDomain'>, options?: CallOptions) =>
      call('POST', '/v1/extract/domain', { ...options, body }),
    /** How an extraction of any kind stands, and what it gave. */
    get: (job: JobReference, options?: CallOptions) => call('GET', '/v1/extract/{jobId}', { ...options, ...of(job) }),
    generateSchema: (body: Body<'generateSchema'>, options?: CallOptions) =>
      call('POST', '/v1/extract/generate-schema', { ...options, body }),
  }
}
