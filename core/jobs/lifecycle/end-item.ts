import type { Millicredits } from '../../credits/credits.ts'
import type { ApiError } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Progress } from '../events/progress.ts'
import type { LockedJob } from '../locked-job.ts'
import { runningStatus } from '../registry.ts'
import { isFull, totalOf } from '../store/job-row.ts'
import { storeResult } from '../store/results.ts'
import type { ClaimedRow } from '../store/statements/claims.ts'
import { endItem } from '../store/statements/items.ts'
import { FINISH, State } from '../store/tables.ts'
import { type AddItemsPorts, addItems } from './add-items.ts'
import { beginEnding, type CancelPorts, endWithoutEvent, storeFailure, toJobError } from './cancel.ts'
import type { ClaimedItem } from './claim.ts'
import type { Done } from './resolve-end.ts'

export interface EndItemPorts extends AddItemsPorts, CancelPorts {
  files: Files
}

/** An item that is done, with what was charged for it. */
export interface ChargedItem {
  claimed: ClaimedItem
  done: Done
  used: Millicredits
}

/** Ends an item that is done: stores its result and files, and adds the items that it brought in. */
export async function succeed(
  ports: EndItemPorts,
  locked: LockedJob,
  { claimed: { item }, done: { outcome, packed, files }, used }: ChargedItem,
  progress: Progress | undefined,
) {
  const { tx, job } = locked
  const { next = [], counts = true } = outcome
  job.used += used
  const stored = await Promise.all(
    files.map(({ hash }, i) => ports.files.record(tx, job.account, hash, outcome.files![i]!)),
  )
  if (packed) storeResult(locked, item.seq, packed, stored)
  if (next.length > 0 && job.ending === null && !isFull(job)) await addItems(ports, locked, next)
  await outcome.also?.(tx)
  if (!counts && item.seq !== FINISH) job.skipped++
  if (counts && item.seq !== FINISH) recordItem(ports, locked, item, { status: 'success', used, progress })
  else endWithoutEvent(locked, item, State.succeeded, used)
}

/** Ends an item that has failed, which may end its job. */
export async function fail(
  ports: EndItemPorts,
  locked: LockedJob,
  item: ClaimedRow,
  error: ApiError,
  progress: Progress | undefined,
) {
  await storeFailure(ports, locked, item, error)
  const failsJob = error.failsJob || item.seq === FINISH
  if ((failsJob || error.stopsJob) && locked.job.ending === null)
    await beginEnding(
      ports,
      locked,
      failsJob ? { status: 'failed', error: toJobError(error) } : { status: 'completed' },
    )
  if (item.seq !== FINISH) recordItem(ports, locked, item, { status: 'failed', used: 0, progress })
  else endWithoutEvent(locked, item, State.failed)
}

interface ItemEnd {
  status: 'success' | 'failed'
  used: Millicredits
  progress: Progress | undefined
}

/** Counts an item that has ended, and writes its end together with its event. */
function recordItem(
  ports: EndItemPorts,
  { tx, job }: LockedJob,
  { seq, url, key }: ClaimedRow,
  { status, used, progress }: ItemEnd,
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
