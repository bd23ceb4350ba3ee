import type { Millicredits } from '../../credits/credits.ts'
import type { ApiError } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Tx } from '../../store/index.ts'
import type { Progress } from '../events/progress.ts'
import { runningStatus } from '../registry.ts'
import { isFull, totalOf } from '../store/job-row.ts'
import { storeResult } from '../store/results.ts'
import type { ClaimedRow } from '../store/statements/claims.ts'
import { endItem } from '../store/statements/items.ts'
import { FINISH, type JobRow, State } from '../store/tables.ts'
import { type AddItemsPorts, addItems } from './add-items.ts'
import { beginEnding, type CancelPorts, storeFailure, toJobError } from './cancel.ts'
import type { ClaimedItem } from './claim.ts'
import type { Done } from './resolve-end.ts'

export interface EndItemPorts extends AddItemsPorts, CancelPorts {
  files: Files
}

/** An item that is done: what it came to, and what was taken for it. */
export interface ChargedItem {
  claimed: ClaimedItem
  done: Done
  used: Millicredits
}

/** Stores what an item came to. */
export async function succeed(
  ports: EndItemPorts,
  tx: Tx,
  job: JobRow,
  { claimed: { registered, item }, done: { outcome, packed, files }, used }: ChargedItem,
  progress: Progress | undefined,
) {
  const { next = [], counts = true } = outcome
  job.used += used
  const stored = await Promise.all(
    files.map(({ hash }, i) => ports.files.record(tx, job.account, hash, outcome.files![i]!)),
  )
  if (packed) storeResult(tx, job, registered.definition.order, item.seq, packed, stored)
  if (next.length > 0 && job.ending === null && !isFull(job)) await addItems(ports, tx, job, registered, next)
  await outcome.also?.(tx)
  if (!counts && item.seq !== FINISH) job.skipped++
  if (counts && item.seq !== FINISH) recordItem(ports, tx, job, item, 'success', used, progress)
  else tx.batch(endItem, State.succeeded, used, null, 0, 0, 0, job.n, item.seq)
}

/** Stores why an item failed, which may end its job. */
export async function fail(
  ports: EndItemPorts,
  tx: Tx,
  job: JobRow,
  claimed: ClaimedItem,
  error: ApiError,
  progress: Progress | undefined,
) {
  const { registered, item } = claimed
  await storeFailure(ports, tx, job, registered, item, error)
  const failsJob = error.failsJob || item.seq === FINISH
  if ((failsJob || error.stopsJob) && job.ending === null)
    await beginEnding(
      ports,
      tx,
      job,
      registered,
      failsJob ? { status: 'failed', error: toJobError(error) } : { status: 'completed' },
    )
  if (item.seq !== FINISH) recordItem(ports, tx, job, item, 'failed', 0, progress)
  else tx.batch(endItem, State.failed, 0, null, 0, 0, 0, job.n, item.seq)
}

/** Counts an item that has ended, and writes its end with the event that tells of it. */
function recordItem(
  ports: EndItemPorts,
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
      jobStatus: runningStatus(ports.registry, job.kind),
      millicredits: used,
      ...counts,
    })
    ports.metrics.itemEnded(job.kind, isSuccess ? 'succeeded' : 'failed')
  })
}
