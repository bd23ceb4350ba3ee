import type { Files, StoredFile } from '../../files/files.ts'
import { type Store, statement } from '../../store/index.ts'
import { releaseBodies } from './results.ts'

/** Rows that are deleted in one transaction. */
const BATCH = 200

const someResults = statement<
  [job: number, limit: number],
  { position: number; body: Uint8Array; files: string | null }
>((db, [job, limit]) =>
  db
    .selectFrom('job_results')
    .select(['position', 'body', 'files'])
    .where('job', '=', job)
    .orderBy('position')
    .limit(limit),
)
const dropResult = statement<[job: number, position: number], never>((db, [job, position]) =>
  db.deleteFrom('job_results').where('job', '=', job).where('position', '=', position),
)
const dropItems = statement<[job: number, limit: number], never>((db, [job, limit]) =>
  db
    .deleteFrom('job_items')
    .where('job', '=', job)
    .where(
      'seq',
      'in',
      db
        .selectFrom('job_items as some')
        .select('some.seq')
        .where('some.job', '=', job)
        .orderBy('some.seq')
        .limit(limit),
    ),
)

export interface DeletePorts {
  store: Store
  files: Files
}

/** Deletes a job and everything that belongs to it, in batches. The job's own row is deleted last. */
export async function deleteJob({ store, files }: DeletePorts, n: number, isStopped = () => false) {
  const options = { durable: false, reserved: true }
  for (let found = BATCH; found === BATCH && !isStopped(); ) {
    found = await store.write(async (tx) => {
      const results = await tx.all(someResults, n, BATCH)
      for (const { position, body, files: listed } of results) {
        await releaseBodies(tx, body)
        const stored: StoredFile[] = listed === null ? [] : JSON.parse(listed)
        const ids = stored.map(({ id }) => id)
        await files.forget(tx, ids)
        await tx.run(dropResult, n, position)
      }
      return results.length
    }, options)
  }
  while (!isStopped() && (await store.write((tx) => tx.run(dropItems, n, BATCH), options)) === BATCH);
  if (isStopped()) return
  await store.write(async (tx) => {
    const db = tx.db<Record<string, { job: number; n: number }>>()
    for (const table of ['job_inputs', 'job_partitions', 'job_once'])
      await db.deleteFrom(table).where('job', '=', n).execute()
    await db.deleteFrom('jobs').where('n', '=', n).execute()
  }, options)
}
