import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type OutboxTable, shiftMessages } from '../../outbox/tables.ts'
import { MAX_PAUSE } from '../../politeness/host-policies.ts'
import { type Store, statement } from '../../store/index.ts'
import { MAX_DELAY } from '../lifecycle/resolve-end.ts'
import { type JobTables, State } from '../store/tables.ts'

/** Milliseconds by which clocks may drift apart without having been set. */
const DRIFT = 1_000

interface PausePorts {
  store: Store
  clock: Clock
}

const shiftJobs = statement<[by: number], never>((db, [by]) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ wake_at: eb('wake_at', '-', by), next_at: eb('next_at', '-', by) }))
    .where('wake_at', 'is not', null)
    .where('activated', '=', 1),
)
const shiftItems = statement<[by: number], never>((db, [by]) =>
  db
    .updateTable('job_items')
    .set((eb) => ({ not_before: eb('not_before', '-', by) }))
    .where('state', '=', sql.lit(State.waiting))
    .where('failures', '>', 0),
)
const shiftPartitions = statement<[by: number], never>((db, [by]) =>
  db
    .updateTable('job_partitions')
    .set((eb) => ({ wake_at: eb('wake_at', '-', by) }))
    .where('wake_at', 'is not', null),
)
const shiftHosts = statement<[by: number], never>((db, [by]) =>
  db.updateTable('job_hosts').set((eb) => ({ next_at: eb('next_at', '-', by) })),
)

/**
 * Shortens the pauses of jobs and messages after the clock was set back, so that they last hardly longer. Scheduled
 * times stay as they are.
 */
export async function shortenPauses(ports: PausePorts, milliseconds: number) {
  // Each of several processes sees it, so what they do must be the same however often it is done.
  if (ports.store.dialect === 'postgres') await endPausesFromFuture(ports)
  else await shiftPauses(ports.store, milliseconds)
}

async function shiftPauses(store: Store, milliseconds: number) {
  await store.write(
    async (tx) => {
      for (const shift of [shiftJobs, shiftItems, shiftPartitions, shiftHosts, shiftMessages])
        await tx.run(shift, milliseconds)
    },
    { durable: false },
  )
}

/**
 * Ends pauses that are longer than any can be: they were set while the clock was ahead. The same holds for messages
 * from the future.
 */
export async function endPausesFromFuture({ store, clock }: PausePorts) {
  const now = clock.now()
  await store.write(
    async (tx) => {
      const db = tx.db<JobTables & OutboxTable>()
      // A job that woke before its next item may begin would only sleep again.
      for (const time of ['wake_at', 'next_at'] as const)
        await db
          .updateTable('jobs')
          .set({ [time]: now })
          .where('activated', '=', 1)
          .where('ended_at', 'is', null)
          .where(time, '>', (eb) => eb('spacing', '+', now + DRIFT))
          .execute()
      const hosts = db.updateTable('job_hosts').set({ next_at: now })
      await hosts.where('next_at', '>', now + MAX_PAUSE).execute()
      const partitions = db.updateTable('job_partitions').set({ wake_at: now })
      await partitions.where('wake_at', '>', now + MAX_PAUSE).execute()
      const items = db.updateTable('job_items').set({ not_before: now })
      await items
        .where('state', '=', sql.lit(State.waiting))
        .where('failures', '>', 0)
        .where('not_before', '>', now + MAX_DELAY)
        .execute()
      const messages = db.updateTable('outbox').set({ next_at: now })
      await messages
        .where('worker', 'is', null)
        .where('created_at', '>', now + DRIFT)
        .where('next_at', '>', now)
        .execute()
    },
    { durable: false },
  )
}

/** Returns a function that returns by how many milliseconds the clock was set back since its last call. */
export function watchClock({ now }: Clock, steady = () => performance.now()): () => number {
  let last = { wall: now(), steady: steady() }
  return () => {
    const next = { wall: now(), steady: steady() }
    const back = next.steady - last.steady - (next.wall - last.wall)
    last = next
    return back > DRIFT ? Math.round(back) : 0
  }
}
