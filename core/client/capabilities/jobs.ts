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
    /** One page of what there is by now; the client's `results` gives all of it. */
    results: (job: JobReference, query?: Query<'listJobResults'>, options?: CallOptions) =>
      call('GET', '/v1/jobs/{jobId}/results', { ...options, ...of(job), query }),
    /**
     * What happens to it, to its end, without a gap when the connection breaks. Of more than 500 events that have
     * been one `progress` stands for them, and a job that has ended tells its end alone.
     *
     * @example for await (const { event, data } of weir.jobs.stream(crawl)) console.log(event, data)
     */
    stream: (job: JobReference, options?: StreamOptions) => eventsOf(caller, idOf(job), options),
    /** The queue of the service, as far as it is yours. */
    queue: (options?: CallOptions) => call('GET', '/v1/queues/status', options),
    queued: (query?: Query<'listQueueJobs'>, options?: CallOptions) =>
      call('GET', '/v1/queues/jobs', { ...options, query }),
    /** A screenshot, PDF or other file of a job. */
    file: (fileId: string, query?: Query<'getFile'>, options?: CallOptions) =>
      caller.download('GET', '/v1/files/{fileId}', { ...options, path: { fileId }, query }),
  }
}
