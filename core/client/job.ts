import type { Caller } from './call.ts'
import { follow, type StreamOptions } from './events.ts'
import type { CallOptions, Schema } from './operations.ts'

/** The id of a job, or the answer that said that it has begun. */
export type JobReference = string | { jobId: string } | { data: { jobId: string } }

export function idOf(job: JobReference): string {
  if (typeof job === 'string') return job
  return 'jobId' in job ? job.jobId : job.data.jobId
}

interface Ended {
  jobId: string
  status: string
}
/** What the stream of a job tells, by the names of its events. */
export type JobEvent = { id: string } & (
  | { event: 'url_completed'; data: { url: string | null; status: 'success' | 'failed'; creditsUsed: number } }
  | {
      event: 'progress'
      data: {
        completed: number
        failed: number
        total: number
        /** Percent of all. */
        progress: number
        /** Percent of those done; null before the first. */
        successRate: number | null
        status: string
      }
    }
  | { event: 'completed' | 'failed' | 'cancelled'; data: Ended }
)

const LAST = ['completed', 'failed', 'cancelled']

/** The record of a job. */
const readJob = async ({ call }: Caller, jobId: string, options?: CallOptions): Promise<Schema<'Job'>> =>
  (await call('GET', '/v1/jobs/{jobId}', { ...options, path: { jobId } })).data

/** Whether a job has come to its end, for a stream of it that says nothing more. */
export const isOver =
  (caller: Caller, jobId: string, { signal }: StreamOptions) =>
  async () =>
    (await readJob(caller, jobId, { signal })).completedAt !== null

/** The events of a job, to its end. */
export function eventsOf(caller: Caller, jobId: string, options: StreamOptions = {}): AsyncGenerator<JobEvent> {
  return follow(caller.send, {
    ...options,
    path: '/v1/jobs/{jobId}/stream',
    jobId,
    isLast: ({ event }) => LAST.includes(event),
    isOver: isOver(caller, jobId, options),
  }) as AsyncGenerator<JobEvent>
}

/** The record of a job once it has ended, however it did. */
export async function waitFor(caller: Caller, jobId: string, options: { signal?: AbortSignal | undefined } = {}) {
  for await (const _ of eventsOf(caller, jobId, options)) {
    // The last event is the end.
  }
  return readJob(caller, jobId, options)
}
