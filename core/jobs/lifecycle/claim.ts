import type { Tx } from '../../store/index.ts'
import type { RegisteredJob } from '../registry.ts'
import { hostLimits, type Permits } from '../scheduling/host-limits.ts'
import { type SchedulePorts, saveJob } from '../scheduling/schedule.ts'
import { pauseOf, pendingCount } from '../store/job-row.ts'
import {
  type ClaimedRow,
  claimItems,
  claimNewcomers,
  claimSuspect,
  findAnySuspect,
} from '../store/statements/claims.ts'
import { findReady, lockFirstReady, lockReady } from '../store/statements/jobs.ts'
import { nextPartition, savePartition } from '../store/statements/partitions.ts'
import type { JobRow } from '../store/tables.ts'
import { type Next, nextOf } from './quarantine.ts'

/** An item that this process runs, with those columns of its job that never change. */
export interface ClaimedItem {
  job: Pick<JobRow, 'n' | 'id' | 'account' | 'kind' | 'priority' | 'max_attempts'>
  registered: RegisteredJob
  item: ClaimedRow
}

/** Milliseconds that a claim stays valid without a heartbeat from its worker. */
export const LEASE = 30_000

export type ClaimPorts = Pick<SchedulePorts, 'clock' | 'registry' | 'alarm'>

/**
 * Claims items of an account by the priority and age of its jobs, within `limit`, the parallelism of each job, and
 * the limits of hosts. `more`: whether there may be further items that could run now.
 */
export async function claim(
  ports: ClaimPorts,
  tx: Tx,
  accountId: string,
  { workerId, limit }: { workerId: string; limit: number },
): Promise<{ claimed: ClaimedItem[]; more: boolean }> {
  const claimed: ClaimedItem[] = []
  const locks: Locks = { hosts: 0 }
  for (let first = true; claimed.length < limit; first = false) {
    const [job, suspect] = await Promise.all([
      // Only the first is waited for; see `Locks`.
      tx.get(first ? lockFirstReady : lockReady, accountId),
      // Queried after the lock, so that the job can get no other suspect.
      tx.get(findAnySuspect),
    ])
    if (!job) return { claimed, more: !first && (await tx.get(findReady, accountId)) !== undefined }
    const before = { ...job }
    const registered = ports.registry.get(job.kind)
    if (registered) {
      const hasSuspects = suspect !== undefined
      const items = await claimOf(ports, tx, job, { workerId, limit: limit - claimed.length, hasSuspects, locks })
      if (items.length > 0) begin(ports, job, items.length)
      for (const item of items) claimed.push({ job, registered, item })
    } else job.ready = 0
    saveJob(ports, tx, job, before)
    // The job is still ready because of hosts that others have locked.
    if (locks.found && job.ready === 1) break
  }
  return { claimed, more: true }
}

/**
 * The locks of a claim, which must not deadlock with another one. It may wait for a job only while it holds no lock
 * at all, and for a host only while it holds nothing but the row of a job.
 */
interface Locks {
  hosts: number
  /** Whether a host was skipped because another transaction had locked it. */
  found?: boolean
}

/** How many more items of a job may run now. */
function availableSlots(job: JobRow): number {
  const { parallel, running, item_limit, succeeded, failed, spacing } = job
  // Only the item that merges the results is left, which is exempt from the limits.
  if (pendingCount(job) === 0) return 1
  const room = Math.min(parallel - running, item_limit === null ? parallel : item_limit - succeeded - failed - running)
  return Math.max(0, spacing > 0 ? Math.min(1, room) : room)
}

async function claimOf(
  ports: ClaimPorts,
  tx: Tx,
  job: JobRow,
  { workerId, limit, hasSuspects, locks }: { workerId: string; limit: number; hasSuspects: boolean; locks: Locks },
): Promise<ClaimedRow[]> {
  const now = ports.clock.now()
  const pause = pauseOf(job, now)
  if (pause > 0) {
    job.ready = 0
    job.wake_at = now + pause
    return []
  }
  const slots = availableSlots(job)
  const wanted = Math.min(limit, slots)
  // An item that ends frees a slot and schedules the job again.
  if (slots <= limit) job.ready = 0
  if (wanted === 0) return []
  const next = hasSuspects ? await nextOf(tx, job, workerId) : 'any'
  const batch = { workerId, limit: wanted, now, next, locks }
  const items = job.partitioned === 1 ? await claimPartitions(ports, tx, job, batch) : await claimBatch(tx, job, batch)
  if (items.length < wanted && job.partitioned === 0) job.ready = 0
  return items.sort((a, b) => a.seq - b.seq)
}

interface Batch {
  workerId: string
  limit: number
  now: number
  next: Next
  locks: Locks
}

async function claimBatch(
  tx: Tx,
  job: JobRow,
  { workerId, limit, now, next }: Batch,
  host = '',
): Promise<ClaimedRow[]> {
  if (next === 'suspect') return tx.all(claimSuspect, workerId, now + LEASE, job.n, host)
  const statement = next === 'any' ? claimItems : claimNewcomers
  return tx.all(statement, workerId, now + LEASE, job.n, host, limit)
}

/** Claims from a job's partitions in round-robin order, and closes those that are empty or at their host's limit. */
async function claimPartitions({ alarm }: ClaimPorts, tx: Tx, job: JobRow, batch: Batch): Promise<ClaimedRow[]> {
  const all: ClaimedRow[] = []
  const passedOver = new Set<string>()
  while (all.length < batch.limit) {
    const partition = await tx.get(nextPartition, job.n)
    if (!partition) {
      job.ready = 0
      return all
    }
    const { host } = partition
    if (passedOver.has(host)) return all
    const wanted = batch.limit - all.length
    const acquired = await acquire(tx, host, wanted, batch)
    if (acquired === 'locked') {
      batch.locks.found = true
      passedOver.add(host)
      await tx.run(savePartition, 1, batch.now, null, job.n, host)
      continue
    }
    const { permits, retryAt } = acquired
    const items = permits > 0 ? await claimBatch(tx, job, { ...batch, limit: permits }, host) : []
    if (items.length < permits && host !== '') await hostLimits.release(tx, host, permits - items.length)
    all.push(...items)
    if (retryAt !== undefined) tx.after(() => alarm(retryAt))
    const open = items.length === wanted ? 1 : 0
    await tx.run(savePartition, open, batch.now, retryAt ?? null, job.n, host)
  }
  return all
}

/** Permits of a host; items without one need none. */
async function acquire(tx: Tx, host: string, limit: number, { now, locks }: Batch): Promise<Permits> {
  if (host === '') return { permits: limit }
  const waits = locks.hosts === 0
  locks.hosts++
  return hostLimits.acquire(tx, host, limit, { now, waits })
}

/** Records that items have started. */
function begin({ clock }: ClaimPorts, job: JobRow, items: number) {
  const now = clock.now()
  job.running += items
  job.status = 'running'
  job.started_at ??= now
  job.wake_at = null
  if (job.spacing === 0) return
  job.next_at = now + job.spacing
  job.ready = 0
  job.wake_at = job.next_at
}
