import { sql } from 'kysely'
import { type Batch, rowList, rowsIn, statement } from '../../../store/index.ts'

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

type NewResult = [job: number, position: number, body: Uint8Array, files: string | null]

const addOne = statement<NewResult, never>((db, [job, position, body, files]) =>
  db.insertInto('job_results').values({ job, position, body, files }),
)

/** Results of a `rowList`, with where in `bodies` the body of each begins, and how long it is. */
const addSeveral = statement<[results: string, bodies: Uint8Array], never>((db, [results, bodies], dialect) =>
  db
    .insertInto('job_results')
    .columns(['job', 'position', 'files', 'body'])
    .expression(sql`
      select cast(entry ->> 0 as bigint), cast(entry ->> 1 as bigint), entry ->> 2,
        substr(${bodies}, cast(entry ->> 3 as integer), cast(entry ->> 4 as integer))
      from ${rowsIn(results, dialect)}`),
)

export const addResult: Batch<NewResult, [results: string, bodies: Uint8Array]> = {
  one: addOne,
  several: addSeveral,
  gather(results) {
    let at = 1
    const rows = results.map(([job, position, { byteLength }, files]) => {
      at += byteLength
      return [job, position, files, at - byteLength, byteLength]
    })
    return [rowList(rows), Buffer.concat(results.map(([, , body]) => body))]
  },
}

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
