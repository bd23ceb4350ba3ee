import type { Caller } from '../call.ts'
import { idOf, type JobReference } from '../job.ts'
import type { Body, CallOptions, Query } from '../operations.ts'

/** Results of ended jobs, as records and as files. */
export function results({ call, download }: Caller) {
  const of = (job: JobReference) => ({ path: { jobId: idOf(job) } })
  return {
    get: (job: JobReference, query?: Query<'getResults'>, options?: CallOptions) =>
      call('GET', '/v1/results/{jobId}', { ...options, ...of(job), query }),
    /** All results as one file: JSON, CSV, XML, NDJSON, or a ZIP. */
    download: (job: JobReference, query?: Query<'downloadResults'>, options?: CallOptions) =>
      download('GET', '/v1/results/{jobId}/download', { ...options, ...of(job), query }),
    /** The results of several jobs in one file. */
    export: (body: Body<'exportResults'>, options?: CallOptions) =>
      download('POST', '/v1/results/export', { ...options, body }),
  }
}
