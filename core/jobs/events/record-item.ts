import type { Tx } from '../../store/index.ts'
import type { JobMetrics } from '../metrics.ts'
import { totalOf } from '../store/job-row.ts'
import type { ClaimedRow } from '../store/statements/claims.ts'
import { endItem } from '../store/statements/items.ts'
import { type JobRow, State } from '../store/tables.ts'
import type { EventBus } from './event-bus.ts'
import type { Progress } from './progress.ts'

export interface RecordItemPorts {
  events: EventBus
  metrics: JobMetrics
}

/** Counts an item that has ended, and writes its end with the event that tells of it. */
export function recordItem(
  ports: RecordItemPorts,
  tx: Tx,
  job: JobRow,
  { seq, url, key }: ClaimedRow,
  status: 'success' | 'failed',
  used: number,
  progress: Progress | undefined,
) {
  const isSuccess = status === 'success'
  if (isSuccess) job.succeeded++
  else job.failed++
  job.events++
  job.step = progress?.step ?? job.step
  job.url = progress?.url ?? url
  const total = totalOf(job)
  const { succeeded: completed, failed, events: id } = job
  const state = isSuccess ? State.succeeded : State.failed
  tx.batch(endItem, state, used, id, completed, failed, total, job.n, seq)
  tx.after(() => {
    const counts = { completed, failed, total }
    ports.events.publish(job.id, {
      type: 'item',
      jobId: job.id,
      id,
      url: url ?? key,
      status,
      millicredits: used,
      ...counts,
    })
    ports.metrics.itemEnded(job.kind, isSuccess ? 'succeeded' : 'failed')
  })
}
