import type { Caller } from '../call.ts'
import type { StreamOptions } from '../events.ts'
import { eventsOf, idOf, type JobReference } from '../job.ts'
import type { CallOptions, Query } from '../operations.ts'

/** Jobs of every kind. */
export function jobs(caller: Caller) {
  const { call } = caller
  const of = (job: JobReference) => ({ path: { jobId: idOf(job) } })
  return {
    list: (query?: Query<'listJobs'>, options?: CallOptions) => call('GET', '/v1/jobs', { ...options, query }),
    get: (job: JobReference, options?: CallOptions) => call('GET', '/v1/jobs/{jobId}', { ...options, ...of(job) }),
    status: (job: JobReference, options?: CallOptions) =>
      call('GET', '/v1/jobs/{jobId}/status', { ...options, ...of(job) }),
    cancel: (job: JobReference, options?: CallOptions) =>
      call('DELETE', '/v1/jobs/{jobId}', { ...options, ...of(job) }),
    /** One page of the results so far; the client's `results` yields all of them. */
    results: (job: JobReference, query?: Query<'listJobResults'>, options?: CallOptions) =>
      call('GET', '/v1/jobs/{jobId}/results', { ...options, ...of(job), query }),
    /**
     * The events of a job until its end, without a gap if the connection breaks. More than 500 past events are
     * summed up in one `progress`, and a job that has ended only sends its last event.
     *
     * @example for await (const { event, data } of weir.jobs.stream(crawl)) console.log(event, data)
     */
    stream: (job: JobReference, options?: StreamOptions) => eventsOf(caller, idOf(job), options),
    /** The service's queue, as far as it concerns your jobs. */
    queue: (options?: CallOptions) => call('GET', '/v1/queues/status', options),
    queued: (query?: Query<'listQueueJobs'>, options?: CallOptions) =>
      call('GET', '/v1/queues/jobs', { ...options, query }),
    /** A screenshot, PDF or other file of a job. */
    file: (fileId: string, query?: Query<'getFile'>, options?: CallOptions) =>
      caller.download('GET', '/v1/files/{fileId}', { ...options, path: { fileId }, query }),
  }
}
