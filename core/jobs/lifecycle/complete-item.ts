import { ApiError } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Tx } from '../../store/index.ts'
import type { Progress } from '../events/progress.ts'
import type { RegisteredJob } from '../registry.ts'
import { hostLimits } from '../scheduling/host-limits.ts'
import { type SchedulePorts, saveJob, scheduleJob, wakeJob } from '../scheduling/schedule.ts'
import { isFull, pendingCount, totalOf } from '../store/job-row.ts'
import { isFirst } from '../store/once.ts'
import { storeResult } from '../store/results.ts'
import { findClaim } from '../store/statements/claims.ts'
import { endItem } from '../store/statements/items.ts'
import { lockJob } from '../store/statements/jobs.ts'
import { openPartitionsOfHost } from '../store/statements/partitions.ts'
import { FINISH, type JobRow, State } from '../store/tables.ts'
import { type AddItemsPorts, addItems, mayBringMore } from './add-items.ts'
import type { AttemptEnd, Done } from './attempt-end.ts'
import { beginEnding, type CancelPorts, cancelItem, storeFailure, toJobError } from './cancel.ts'
import type { ClaimedItem } from './claim.ts'
import { endIfDone } from './end-job.ts'
import { wakeSuspects } from './quarantine.ts'
import { requeue, retryDelay } from './requeue.ts'

export interface CompleteItemPorts extends AddItemsPorts, CancelPorts {
  files: Files
}

/**
 * Ends one attempt at an item: its result, charge, further items, event and progress, and the plugin's own rows, all
 * in this transaction. False when the claim holds no more: somebody else has the item, or its job has ended, and
 * nothing happens.
 */
export async function completeItem(
  ports: CompleteItemPorts,
  tx: Tx,
  claimed: ClaimedItem,
  workerId: string,
  end: AttemptEnd,
  progress?: Progress,
): Promise<boolean> {
  const { item, registered } = claimed
  const job = await tx.get(lockJob, claimed.job.n)
  const held = job && (await tx.get(findClaim, job.n, item.seq, workerId, item.attempt))
  if (!job || !held) return false
  job.running--
  if (item.host !== '') await leaveHost(ports, tx, job, item.host)
  const counts = { ...held }
  const delay = retryDelay(ports.log, job, end, counts)
  if (delay !== undefined) {
    await requeue(ports, tx, job, item, counts, delay)
  } else {
    const last = await lastEnd(tx, job, registered, end)
    if (last.kind === 'done') await succeed(ports, tx, job, claimed, last, progress)
    else if (last.kind === 'failed') await fail(ports, tx, job, claimed, last.error, progress)
    else await cancelItem(ports, tx, job, registered, item)
    await endIfDone(ports, tx, job, registered, item.seq === FINISH)
  }
  if (pendingCount(job) > 0 || item.seq === FINISH) await scheduleJob(ports, tx, job)
  await saveJob(ports, tx, job)
  if (held.crashes > 0) await wakeSuspects(ports, tx, job)
  return true
}

/** Gives the host's permit back, and has those jobs looked at that waited for it. */
async function leaveHost(ports: SchedulePorts, tx: Tx, job: JobRow, host: string) {
  await hostLimits.release(tx, host)
  for (const { job: n } of await tx.all(openPartitionsOfHost, host)) {
    // This job is scheduled with the rest of what happens to it.
    if (n !== job.n) await wakeJob(ports, tx, n)
  }
}

/** What leaves nothing but its further items: these may be had from no other. */
const duplicateOf = (job: JobRow, { outcome: { next } }: Done): Done => ({
  kind: 'done',
  outcome: { millicredits: 0, counts: false, next: mayBringMore(job) ? next : [] },
  packed: undefined,
  files: [],
})

/** What the end of the last attempt means for its item. */
async function lastEnd(
  tx: Tx,
  job: JobRow,
  { failure }: RegisteredJob,
  end: AttemptEnd,
): Promise<Exclude<AttemptEnd, { kind: 'lost' }>> {
  if (end.kind === 'done' && end.outcome.unique !== undefined)
    return (await isFirst(tx, job.n, end.outcome.unique)) ? end : duplicateOf(job, end)
  if (end.kind !== 'lost') return end
  if (job.ending !== null) return { kind: 'cancelled' }
  const [message, reason] =
    end.end.by === 'crash'
      ? ['The service crashed each time that it worked on this', 'crashed']
      : ['The service was killed too often while it worked on this', 'interrupted']
  return { kind: 'failed', error: new ApiError(500, failure, message, { reason }) }
}

/** Charges and stores what an item came to. */
async function succeed(
  ports: CompleteItemPorts,
  tx: Tx,
  job: JobRow,
  claimed: ClaimedItem,
  { outcome, packed, files }: Done,
  progress: Progress | undefined,
) {
  const { registered, item } = claimed
  const { millicredits, pages = 0, next = [], counts = true } = outcome
  const usage = { endpoint: registered.endpoint, pages }
  const key = `${job.id}:${item.seq}`
  const used = await ports.credits.within(tx).charge(job.account, job.id, key, millicredits, usage)
  job.used += used
  const stored = await Promise.all(
    files.map(({ hash }, i) => ports.files.record(tx, job.account, hash, outcome.files![i]!)),
  )
  if (packed !== undefined) await storeResult(tx, job, registered.definition.order, item.seq, packed, stored)
  if (job.ending === null && !isFull(job)) await addItems(ports, tx, job, registered, next)
  await outcome.also?.(tx)
  if (!counts && item.seq !== FINISH) job.skipped++
  if (counts && item.seq !== FINISH) await recordEvent(ports, tx, job, claimed, 'success', used, progress)
  else await tx.run(endItem, State.succeeded, used, null, 0, 0, 0, job.n, item.seq)
}

async function fail(
  ports: CompleteItemPorts,
  tx: Tx,
  job: JobRow,
  claimed: ClaimedItem,
  error: ApiError,
  progress: Progress | undefined,
) {
  const { registered, item } = claimed
  await storeFailure(ports, tx, job, registered, item, error)
  if ((error.failsJob || item.seq === FINISH) && job.ending === null)
    await beginEnding(ports, tx, job, registered, { status: 'failed', error: toJobError(error) })
  if (item.seq !== FINISH) await recordEvent(ports, tx, job, claimed, 'failed', 0, progress)
  else await tx.run(endItem, State.failed, 0, null, 0, 0, 0, job.n, item.seq)
}

/** Counts an item that has ended, and writes its end with the event that tells of it. */
async function recordEvent(
  ports: CompleteItemPorts,
  tx: Tx,
  job: JobRow,
  { item: { seq, url, key } }: ClaimedItem,
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
  await tx.run(endItem, state, used, id, completed, failed, total, job.n, seq)
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
