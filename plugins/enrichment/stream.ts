import { frame, type JobEvent, type JobRecord, type StreamFormat } from 'weirjs'
import { percent, processedOf } from './status.ts'

/** The events of a job with `rows` rows, as unnamed messages. Source: spec section 6.1. */
export function enrichmentStream(rows: number): StreamFormat {
  const message = (id: number, counts: Pick<JobRecord, 'completed' | 'failed' | 'total'>, status: string) => {
    const rowsProcessed = processedOf(counts, rows)
    return frame({ id, data: { progress: percent(rowsProcessed, rows), rowsProcessed, totalRows: rows, status } })
  }
  return {
    frames: (event: JobEvent) => [message(event.id, event, event.type === 'end' ? event.status : 'processing')],
    resume: (lastEventId) => (/^\d{1,15}$/.test(lastEventId) ? { after: Number(lastEventId), frames: 0 } : undefined),
    snapshot: (job) => message(job.events, job, job.shownStatus),
  }
}
