import { type Store, statement } from '../../store/index.ts'
import { State } from '../store/tables.ts'

/** Items that are checked in one transaction. */
const BATCH = 1000

const lastItem = statement<[job: number], { seq: number | null }>((db, [job]) =>
  db
    .selectFrom('job_items')
    .select((eb) => eb.fn.max<number | null>('seq').as('seq'))
    .where('job', '=', job),
)
const dropPendingOf = statement<[job: number, from: number, to: number], never>((db, [job, from, to]) =>
  db
    .deleteFrom('job_items')
    .where('job', '=', job)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .where('state', 'in', [State.queued, State.waiting, State.deferred]),
)
const dropPartitions = statement<[job: number], never>((db, [job]) =>
  db.deleteFrom('job_partitions').where('job', '=', job),
)
const dropOnce = statement<[job: number], never>((db, [job]) => db.deleteFrom('job_once').where('job', '=', job))

/**
 * Deletes what only a running job needs, in batches, as a large crawl leaves millions of pending items. Whatever
 * remains after `stop` or a kill is deleted together with the job.
 */
export async function cleanup(store: Store, n: number, stop: AbortSignal): Promise<void> {
  const options = { durable: false, reserved: true }
  await store.write(async (tx) => {
    await tx.run(dropPartitions, n)
    await tx.run(dropOnce, n)
  }, options)
  const last = (await store.get(lastItem, n))?.seq ?? 0
  for (let from = -1; from < last; from += BATCH) {
    await store.write((tx) => tx.run(dropPendingOf, n, from, from + BATCH), options)
    if (stop.aborted) return
  }
}
