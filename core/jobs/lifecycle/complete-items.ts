import type { Charge, Millicredits } from '../../credits/credits.ts'
import { rowList, type Tx } from '../../store/index.ts'
import type { Progress } from '../events/progress.ts'
import type { LockedJob } from '../locked-job.ts'
import { hostLimits } from '../scheduling/host-limits.ts'
import { saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { pendingCount, stateAt } from '../store/job-row.ts'
import { isFirst } from '../store/once.ts'
import { findClaim, findClaims } from '../store/statements/claims.ts'
import { requeueItem } from '../store/statements/items.ts'
import { lockJob } from '../store/statements/jobs.ts'
import { openPartition, reopenPartition, wakePartitionsOfHost } from '../store/statements/partitions.ts'
import { FINISH, type JobRow } from '../store/tables.ts'
import { mayBringMore } from './add-items.ts'
import { cancelItem } from './cancel.ts'
import type { ClaimedItem } from './claim.ts'
import { type ChargedItem, type EndItemPorts, fail, succeed } from './end-item.ts'
import { endIfDone } from './end-job.ts'
import { wakeSuspects } from './quarantine.ts'
import { type AttemptCounts, type AttemptEnd, type Done, type NotDone, resolveEnd } from './resolve-end.ts'

/** An ended attempt at an item. */
export interface EndedAttempt {
  claimed: ClaimedItem
  attemptEnd: AttemptEnd
}

/** An ended attempt whose claim is still valid. */
interface HeldAttempt extends EndedAttempt {
  counts: AttemptCounts
}

/**
 * Ends attempts at items of one job. Writes the result, charge, further items, event and progress of each, and the
 * plugin's own rows, in this transaction. Returns for each whether its claim was still valid. If not, another worker
 * has the item or the job has ended, and nothing is written.
 */
export async function completeItems(
  ports: EndItemPorts,
  tx: Tx,
  workerId: string,
  ended: readonly EndedAttempt[],
  progress?: Progress,
): Promise<boolean[]> {
  const { n } = ended[0]!.claimed.job
  const [job, claims, charge] = await Promise.all([
    tx.get(lockJob, n),
    // Queried after the lock, so that the claims cannot change any more.
    claimsOf(tx, n, workerId, ended),
    prepareCharge(ports, tx, ended[0]!.claimed.job, ended),
  ])
  const held = ended.flatMap((one, i) => (claims[i] ? [{ ...one, counts: { ...claims[i] } }] : []))
  if (!job || held.length === 0) return ended.map(() => false)
  const before = { ...job }
  const isSuspect = held.some(({ counts }) => counts.crashes > 0)
  const isFinish = held.some(({ claimed }) => claimed.item.seq === FINISH)
  await leaveHosts(
    ports,
    tx,
    job,
    held.map(({ claimed }) => claimed.item.host),
  )
  const charged = await chargeDone(tx, job, held, charge)
  for (const one of held) {
    const { registered, item } = one.claimed
    const locked = { tx, job, registered }
    job.running--
    const done = charged.get(one)
    if (done) await succeed(ports, locked, done, progress)
    else if ((await endUndone(ports, locked, one, progress)) === 'again') continue
    await endIfDone(ports, locked, { finished: item.seq === FINISH })
  }
  // A job that is ready already has been offered to the queue.
  if (job.ready === 0 && (pendingCount(job) > 0 || isFinish)) await scheduleJob(ports, tx, job)
  saveJob(ports, tx, job, before)
  if (isSuspect) await wakeSuspects(ports, tx, job)
  return claims.map((claim) => claim !== undefined)
}

/** The counters of each attempt's item; undefined if the claim is no longer valid. */
async function claimsOf(
  tx: Tx,
  job: number,
  workerId: string,
  ended: readonly EndedAttempt[],
): Promise<(AttemptCounts | undefined)[]> {
  const [one, ...others] = ended.map(({ claimed }) => claimed.item)
  if (one && others.length === 0) return [await tx.get(findClaim, job, one.seq, workerId, one.attempt)]
  const attempts = rowList(ended.map(({ claimed: { item } }) => [item.seq, item.attempt]))
  const found = await tx.all(findClaims, job, workerId, attempts)
  const bySeq = new Map(found.map(({ seq, ...claim }) => [seq, claim]))
  return ended.map(({ claimed: { item } }) => {
    const claim = bySeq.get(item.seq)
    // The list may have two attempts at an item, of which only the last one holds.
    return claim?.attempt === item.attempt ? claim : undefined
  })
}

/**
 * Releases the permits of items at these hosts, and wakes the jobs that wait for one. They are handled in
 * transactions of their own, to avoid deadlocks. For the same reason hosts are locked in sorted order. Items without
 * a host have no permit.
 */
async function leaveHosts({ clock, alarm }: EndItemPorts, tx: Tx, { n }: JobRow, hosts: readonly string[]) {
  const now = clock.now()
  for (const host of [...new Set(hosts)].sort()) {
    if (host === '') continue
    await hostLimits.release(tx, host, hosts.filter((one) => one === host).length)
    // This job itself is scheduled at the end of its own transaction.
    await tx.run(reopenPartition, n, host)
    if ((await tx.run(wakePartitionsOfHost, now, host, n)) > 0) tx.after(() => alarm(now))
  }
}

/** An item that is done, but not charged for yet. */
type DoneItem = Omit<ChargedItem, 'used'>

/** Charges for items. Returns what was charged for each. */
type ChargeFor = (items: readonly DoneItem[]) => Promise<Millicredits[]>

/** Reads what the charges need, in parallel to the other queries about the job. */
async function prepareCharge(
  { credits, store }: EndItemPorts,
  tx: Tx,
  { id, account }: ClaimedItem['job'],
  ended: readonly EndedAttempt[],
): Promise<ChargeFor> {
  const ledger = credits.within(tx)
  const keyOf = ({ item }: ClaimedItem) => `${id}:${item.seq}`
  const chargeOf = ({ claimed, done: { outcome } }: DoneItem): Charge => ({
    key: keyOf(claimed),
    millicredits: outcome.millicredits,
    use: { endpoint: claimed.registered.endpoint, pages: outcome.pages ?? 0 },
  })
  // On SQLite, ends are written one by one, so that preparing a batch would gain nothing.
  if (store.dialect === 'sqlite')
    return async (items) => {
      const used: Millicredits[] = []
      // One after the other, as each charge depends on the balance that the previous one has left.
      for (const { key, millicredits, use } of items.map(chargeOf))
        used.push(await ledger.charge(account, id, key, millicredits, use))
      return used
    }
  const done = ended.filter(({ attemptEnd }) => attemptEnd.kind === 'done')
  if (done.length === 0) return async () => []
  const keys = done.map(({ claimed }) => keyOf(claimed))
  const make = await ledger.prepareCharges(account, id, keys)
  return (items) => make(items.map(chargeOf))
}

/** Charges for all items that are done. */
async function chargeDone(
  tx: Tx,
  job: JobRow,
  held: readonly HeldAttempt[],
  charge: ChargeFor,
): Promise<ReadonlyMap<HeldAttempt, ChargedItem>> {
  const attempts = held.filter(({ attemptEnd }) => attemptEnd.kind === 'done')
  const items = await Promise.all(
    attempts.map(async ({ claimed, attemptEnd }) => ({
      claimed,
      done: await withoutDuplicate(tx, job, attemptEnd as Done),
    })),
  )
  const used = await charge(items)
  return new Map(attempts.map((one, i) => [one, { ...items[i]!, used: used[i]! }]))
}

/**
 * An end without its outcome if that is a duplicate within the job. Further items are kept, as only this item may
 * have found them.
 */
async function withoutDuplicate(tx: Tx, job: JobRow, done: Done): Promise<Done> {
  const { unique, next } = done.outcome
  if (unique === undefined || (await isFirst(tx, job.n, unique))) return done
  const outcome = { millicredits: 0, counts: false, next: mayBringMore(job) ? next : [] }
  return { kind: 'done', outcome, packed: undefined, files: [] }
}

/** Ends an attempt at an item that is not done: requeues the item, or ends it. */
async function endUndone(
  ports: EndItemPorts,
  locked: LockedJob,
  { claimed: { item }, attemptEnd, counts }: HeldAttempt,
  progress: Progress | undefined,
): Promise<'again' | 'ended'> {
  const { tx, job, registered } = locked
  const end = resolveEnd(ports, job, registered, attemptEnd as NotDone, counts)
  if (end.kind === 'again') {
    const { failures, kills, crashes } = counts
    const at = end.delay > 0 ? ports.clock.now() + end.delay : null
    await tx.run(requeueItem, stateAt(at, ports.clock.now()), at, failures, kills, crashes, job.n, item.seq)
    if (at !== null) tx.after(() => ports.alarm(at))
    else if (job.partitioned === 1) await tx.run(openPartition, job.n, item.host)
    return 'again'
  }
  if (end.kind === 'failed') await fail(ports, locked, item, end.error, progress)
  else await cancelItem(ports, locked, item)
  return 'ended'
}
