import { sql } from 'kysely'
import { statement } from '../../../store/index.ts'

export const addBody = statement<[hash: Uint8Array, content: Uint8Array], never>((db, [hash, content]) =>
  db
    .insertInto('job_bodies')
    .values({ hash, uses: 1, content })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({ uses: eb('job_bodies.uses', '+', sql.lit(1)) })),
    ),
)

export const readBody = statement<[hash: Uint8Array], { content: Uint8Array }>((db, [hash]) =>
  db.selectFrom('job_bodies').select('content').where('hash', '=', hash),
)

export const dropBody = statement<[hash: Uint8Array], never>((db, [hash]) =>
  db
    .updateTable('job_bodies')
    .set((eb) => ({ uses: eb('uses', '-', sql.lit(1)) }))
    .where('hash', '=', hash),
)

export const addResult = statement<[job: number, position: number, body: Uint8Array, files: string | null], never>(
  (db, [job, position, body, files]) => db.insertInto('job_results').values({ job, position, body, files }),
)

export const readResults = statement<
  [job: number, after: number, limit: number],
  { position: number; body: Uint8Array; files: string | null }
>((db, [job, after, limit]) =>
  db
    .selectFrom('job_results')
    .select(['position', 'body', 'files'])
    .where('job', '=', job)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit),
)
