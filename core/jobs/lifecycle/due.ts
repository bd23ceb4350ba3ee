import { sql } from 'kysely'
import { isApiError } from '../../errors.ts'
import { statement, type Tx } from '../../store/index.ts'
import { type JobRow, State } from '../store/tables.ts'
import { toJobError, wakeJob } from './complete-item.ts'
import { beginEnding, endIfDone } from './end.ts'
import { type Machine, makeReady, saveJob } from './runtime.ts'

/** Milliseconds by which clocks may drift apart without one of them having been set. */
const DRIFT = 1_000
/** Jobs that are looked at in one transaction. */
const AT_ONCE = 100
/** Milliseconds until a job is looked at again whose name another holds. */
const NAME_TAKEN = 1_000
/** And one whose plugin is switched off. */
const KIND_UNKNOWN = 60_000

/**
 * Has done what has fallen due: items that wait, hosts, and jobs that begin at a time. Gives when the next falls due.
 */
export async function promote(machine: Machine): Promise<number | undefined> {
  const { store, clock, books } = machine
  for (;;) {
    const next = await nextTime(machine)
    if (next === undefined || next > clock.now()) return next
    await store.write(
      async (tx) => {
        const now = clock.now()
        const waiting = await tx.all(books.dueItems, now)
        for (const { job, host } of waiting) if (host !== '') await tx.run(books.openLane, job, host)
        const lanes = await tx.all(books.dueLanes, now)
        for (const n of new Set([...waiting, ...lanes].map(({ job }) => job))) await wakeJob(machine, tx, n)
        for (const job of await tx.all(books.dueJobs, now, AT_ONCE)) await wake(machine, tx, job, now)
      },
      { durable: false },
    )
  }
}

async function nextTime({ store, books }: Machine): Promise<number | undefined> {
  const times = [
    await store.get(books.nextLaneTime),
    await store.get(books.nextItemTime),
    await store.get(books.nextJobTime),
  ].flatMap((row) => (row?.at == null ? [] : [Number(row.at)]))
  return times.length === 0 ? undefined : Math.min(...times)
}

async function wake(machine: Machine, tx: Tx, job: JobRow, now: number) {
  job.wake_at = null
  if (job.due === 0) await begin(machine, tx, job, now)
  await makeReady(machine, tx, job)
  await saveJob(machine, tx, job)
}

/** Begins a job whose time has come: holds its credits, or has it fail where there are none. */
async function begin(machine: Machine, tx: Tx, job: JobRow, now: number) {
  const { books, credits, kinds } = machine
  const kind = kinds.get(job.kind)
  if (!kind) {
    job.wake_at = now + KIND_UNKNOWN
    return
  }
  if (job.exclusive !== null) {
    const others = (await tx.all(books.findExclusive, job.exclusive, now)).filter(({ n }) => n !== job.n)
    if (others.some(({ n, due }) => due === 1 || n < job.n)) {
      job.wake_at = now + NAME_TAKEN
      return
    }
  }
  try {
    await credits.within(tx).hold(job.account, job.id, job.estimate)
    job.due = 1
  } catch (error) {
    if (!isApiError(error) || error.code !== 'insufficient_credits') throw error
    await beginEnding(machine, tx, job, kind, { status: 'failed', error: toJobError(error) })
    await endIfDone(machine, tx, job, kind)
  }
}

const shiftJobs = statement<[by: number], never>((db, [by]) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ wake_at: eb('wake_at', '-', by), next_at: eb('next_at', '-', by) }))
    .where('wake_at', 'is not', null)
    .where('due', '=', 1),
)
const shiftItems = statement<[by: number], never>((db, [by]) =>
  db
    .updateTable('job_items')
    .set((eb) => ({ not_before: eb('not_before', '-', by) }))
    .where('state', '=', sql.lit(State.waiting))
    .where('failures', '>', 0),
)
const shiftLanes = statement<[by: number], never>((db, [by]) =>
  db
    .updateTable('job_lanes')
    .set((eb) => ({ wake_at: eb('wake_at', '-', by) }))
    .where('wake_at', 'is not', null),
)
const shiftHosts = statement<[by: number], never>((db, [by]) =>
  db.updateTable('job_hosts').set((eb) => ({ next_at: eb('next_at', '-', by) })),
)

/**
 * Brings pauses forward after the clock has been set back, so that they last no longer. Times of day stay as they are.
 */
export async function shiftPauses({ store }: Machine, milliseconds: number) {
  await store.write(
    async (tx) => {
      for (const shift of [shiftJobs, shiftItems, shiftLanes, shiftHosts]) await tx.run(shift, milliseconds)
    },
    { durable: false },
  )
}

/** Tells by how many milliseconds the clock was set back since it was last asked. */
export function watchClock({ now }: Machine['clock'], steady = () => performance.now()): () => number {
  let last = { wall: now(), steady: steady() }
  return () => {
    const next = { wall: now(), steady: steady() }
    const back = next.steady - last.steady - (next.wall - last.wall)
    last = next
    return back > DRIFT ? Math.round(back) : 0
  }
}
