import type { Tx } from '../../store/index.ts'
import type { ClaimedRow } from '../store/statements.ts'
import type { JobRow } from '../store/tables.ts'
import { type Next, nextOf } from './quarantine.ts'
import { type Kind, type Machine, pauseOf, saveJob, unbegun } from './runtime.ts'

/** An item that this process has under way, and what of its job does not change meanwhile. */
export interface Claimed {
  job: Pick<JobRow, 'n' | 'id' | 'account' | 'kind' | 'rank' | 'attempts'>
  kind: Kind
  item: ClaimedRow
}

/** Milliseconds for which a claim holds without its process saying that it lives. */
export const LEASE = 30_000

/**
 * Begins items of an account, by the priority and age of its jobs: no more than `most`, than each job allows at once,
 * and than the hosts bear. `more` tells whether there may be others to begin now.
 */
export async function claim(
  machine: Machine,
  tx: Tx,
  accountId: string,
  { owner, most }: { owner: string; most: number },
): Promise<{ claimed: Claimed[]; more: boolean }> {
  const claimed: Claimed[] = []
  while (claimed.length < most) {
    const job = await tx.get(machine.books.nextJob, accountId)
    if (!job) return { claimed, more: false }
    const kind = machine.kinds.get(job.kind)
    const items = kind ? await claimOf(machine, tx, job, { owner, most: most - claimed.length }) : []
    if (!kind) job.ready = 0
    if (items.length > 0) begin(machine, job, items.length)
    await saveJob(machine, tx, job)
    for (const item of items) claimed.push({ job, kind: kind as Kind, item })
  }
  return { claimed, more: true }
}

/** How many items of a job may begin now. */
function roomOf(job: JobRow): number {
  const { parallel, running, most, succeeded, failed, spacing } = job
  // Only what merges the results is left, and that has room in any case.
  if (unbegun(job) === 0) return 1
  const room = Math.min(parallel - running, most === null ? parallel : most - succeeded - failed - running)
  return Math.max(0, spacing > 0 ? Math.min(1, room) : room)
}

async function claimOf(
  machine: Machine,
  tx: Tx,
  job: JobRow,
  { owner, most }: { owner: string; most: number },
): Promise<ClaimedRow[]> {
  const now = machine.clock.now()
  const pause = pauseOf(job, now)
  if (pause > 0) {
    job.ready = 0
    job.wake_at = now + pause
    return []
  }
  const room = roomOf(job)
  const wanted = Math.min(most, room)
  // What ends makes room, and has the job looked at again.
  if (room <= most) job.ready = 0
  if (wanted === 0) return []
  const next = await nextOf(machine, tx, job, owner)
  const items = await (job.gated === 1 ? claimGated : claimLane)(machine, tx, job, { owner, most: wanted, now, next })
  if (items.length < wanted && job.gated === 0) job.ready = 0
  return items.sort((a, b) => a.seq - b.seq)
}

interface Slice {
  owner: string
  most: number
  now: number
  next: Next
}

async function claimLane(
  { books }: Machine,
  tx: Tx,
  job: JobRow,
  { owner, most, now, next }: Slice,
  host = '',
): Promise<ClaimedRow[]> {
  return next === 'suspect'
    ? tx.all(books.claimSuspect, owner, now + LEASE, job.n, host)
    : tx.all(books.claimItems, owner, now + LEASE, job.n, host, most)
}

/** Goes by the lanes of a job in turn, and closes each that has nothing to do or whose host bears no more. */
async function claimGated(machine: Machine, tx: Tx, job: JobRow, slice: Slice): Promise<ClaimedRow[]> {
  const { books, hosts, alarm } = machine
  const all: ClaimedRow[] = []
  while (all.length < slice.most) {
    const lane = await tx.get(books.nextLane, job.n)
    if (!lane) {
      job.ready = 0
      return all
    }
    const wanted = slice.most - all.length
    const gate = lane.host === '' ? { places: wanted } : await hosts.take(tx, lane.host, wanted, slice.now)
    const { places, again } = { again: undefined, ...gate }
    const items = places > 0 ? await claimLane(machine, tx, job, { ...slice, most: places }, lane.host) : []
    if (items.length < places && lane.host !== '') await hosts.free(tx, lane.host, places - items.length)
    all.push(...items)
    const open = items.length === wanted ? 1 : 0
    if (again !== undefined) tx.after(() => alarm(again))
    await tx.run(books.setLane, open, slice.now, again ?? null, job.n, lane.host)
  }
  return all
}

/** Counts items that begin. */
function begin({ clock }: Machine, job: JobRow, items: number) {
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
