import { ApiError, createPause, type JobRecord, type Kit } from 'weirjs'
import { showEntry } from '../jobs/service.ts'
import { type Row, rowOf } from './row.ts'

export type Ports = Pick<Kit, 'jobs' | 'files'>

export interface RowOptions {
  /** Whether to add the field `jobId`. */
  withJobId: boolean
  /** Whether to keep the field `metadata`. */
  withMetadata: boolean
}

/** The results of ended jobs, one after the other. Throws if some are deleted meanwhile. */
export async function* entriesOf({ jobs }: Ports, of: readonly JobRecord[]) {
  const pause = createPause()
  for (const job of of) {
    let count = 0
    for await (const entry of jobs.stored(job.account, job.id)) {
      yield { job, entry, pause }
      await pause()
      count++
    }
    if (count < job.results)
      throw new ApiError('internal_error', `Results of the job ${job.id} were deleted while they were being read`)
  }
}

/** The rows of ended jobs. */
export async function* rowsOf(ports: Ports, of: readonly JobRecord[], options: RowOptions): AsyncGenerator<Row> {
  for await (const { job, entry, pause } of entriesOf(ports, of)) {
    const jobId = options.withJobId ? job.id : undefined
    const left = new Set([...(options.withMetadata ? [] : ['metadata']), ...(jobId === undefined ? [] : ['jobId'])])
    const json = (part: 'json' | 'outline') => showEntry(entry, ports.files, entry[part]())
    yield rowOf({ size: entry.size, json, pause }, { jobId, left })
  }
}
