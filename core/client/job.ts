import type { Caller } from './call.ts'
import { follow, type StreamOptions } from './events.ts'
import type { CallOptions, Schema } from './operations.ts'

/** The id of a job, or the response that started it. */
export type JobReference = string | { jobId: string } | { data: { jobId: string } }

export function idOf(job: JobReference): string {
  if (typeof job === 'string') return job
  return 'jobId' in job ? job.jobId : job.data.jobId
}

interface Ended {
  jobId: string
  status: string
}
/** The events of a job's stream, by name. */
export type JobEvent = { id: string } & (
  | { event: 'url_completed'; data: { url: string | null; status: 'success' | 'failed'; creditsUsed: number } }
  | {
      event: 'progress'
      data: {
        completed: number
        failed: number
        total: number
        /** Percentage of all. */
        progress: number
        /** Percentage of those done; null before the first. */
        successRate: number | null
        status: string
      }
    }
  | { event: 'completed' | 'failed' | 'cancelled'; data: Ended }
)

/** The final statuses of a job, and the last events of its stream. */
export const ENDED: readonly string[] = ['completed', 'failed', 'cancelled']

/** The record of a job. */
const readJob = async ({ call }: Caller, jobId: string, options?: CallOptions): Promise<Schema<'Job'>> =>
  (await call('GET', '/v1/jobs/{jobId}', { ...options, path: { jobId } })).data

/** Whether a job has ended, in case its stream says nothing more. */
export const isOver =
  (caller: Caller, jobId: string, { signal }: StreamOptions) =>
  async () =>
    (await readJob(caller, jobId, { signal })).completedAt !== null

/** The events of a job, until its end. */
export function eventsOf(caller: Caller, jobId: string, options: StreamOptions = {}): AsyncGenerator<JobEvent> {
  return follow(caller.send, {
    ...options,
    path: '/v1/jobs/{jobId}/stream',
    jobId,
    isLast: ({ event }) => ENDED.includes(event),
    isOver: isOver(caller, jobId, options),
  }) as AsyncGenerator<JobEvent>
}

/** The record of a job once it has ended, whatever its outcome. */
export async function waitFor(caller: Caller, jobId: string, options: { signal?: AbortSignal | undefined } = {}) {
  for await (const _ of eventsOf(caller, jobId, options)) {
    // Reading on to the last event waits for the end.
  }
  return readJob(caller, jobId, options)
}
