import type { Tx } from '../../store/index.ts'
import type { Progress } from '../events/progress.ts'
import { leaveHost } from '../scheduling/leave-host.ts'
import { saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { pendingCount, stateAt } from '../store/job-row.ts'
import { findClaim } from '../store/statements/claims.ts'
import { requeueItem } from '../store/statements/items.ts'
import { lockJob } from '../store/statements/jobs.ts'
import { openPartition } from '../store/statements/partitions.ts'
import { FINISH } from '../store/tables.ts'
import { cancelItem } from './cancel.ts'
import type { ClaimedItem } from './claim.ts'
import { type EndItemPorts, fail, succeed } from './end-item.ts'
import { endIfDone } from './end-job.ts'
import { wakeSuspects } from './quarantine.ts'
import { type AttemptEnd, resolveEnd } from './resolve-end.ts'

/**
 * Ends one attempt at an item: its result, charge, further items, event and progress, and the plugin's own rows, all
 * in this transaction. False when the claim holds no more: somebody else has the item, or its job has ended, and
 * nothing happens.
 */
export async function completeItem(
  ports: EndItemPorts,
  tx: Tx,
  claimed: ClaimedItem,
  workerId: string,
  attemptEnd: AttemptEnd,
  progress?: Progress,
): Promise<boolean> {
  const { item, registered } = claimed
  const job = await tx.get(lockJob, claimed.job.n)
  const held = job && (await tx.get(findClaim, job.n, item.seq, workerId, item.attempt))
  if (!job || !held) return false
  job.running--
  if (item.host !== '') await leaveHost(ports, tx, job, item.host)
  const counts = { ...held }
  const end = await resolveEnd(ports, tx, job, registered, attemptEnd, counts)
  if (end.kind === 'again') {
    const { failures, kills, crashes } = counts
    const at = end.delay > 0 ? ports.clock.now() + end.delay : null
    await tx.run(requeueItem, stateAt(at, ports.clock.now()), at, failures, kills, crashes, job.n, item.seq)
    if (at !== null) tx.after(() => ports.alarm(at))
    else if (job.partitioned === 1) await tx.run(openPartition, job.n, item.host)
  } else {
    if (end.kind === 'done') await succeed(ports, tx, job, claimed, end, progress)
    else if (end.kind === 'failed') await fail(ports, tx, job, claimed, end.error, progress)
    else await cancelItem(ports, tx, job, registered, item)
    await endIfDone(ports, tx, job, registered, item.seq === FINISH)
  }
  if (pendingCount(job) > 0 || item.seq === FINISH) await scheduleJob(ports, tx, job)
  await saveJob(ports, tx, job)
  if (held.crashes > 0) await wakeSuspects(ports, tx, job)
  return true
}
