import { type Migration, statement } from '../../store/index.ts'

interface IdempotencyTable {
  idempotency: {
    account: string
    endpoint: string
    key: string
    /** SHA-256 of the body. */
    hash: string
    /** The job that the request has started, perhaps before there is an answer. */
    job: string | null
    /** The key of the charge that the request has made, perhaps before there is an answer. */
    charge: string | null
    status: number | null
    headers: string | null
    body: Uint8Array | null
    created_at: number
  }
}
export type IdempotencyRow = IdempotencyTable['idempotency']
type Key = [account: string, endpoint: string, key: string]
type Done = [...Key, hash: string, job: string | null, charge: string | null]

export const idempotencyMigration: Migration = {
  name: '012-idempotency',
  async up(db, dialect) {
    await db.schema
      .createTable('idempotency')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('job', 'text')
      .addColumn('status', 'bigint')
      .addColumn('headers', 'text')
      .addColumn('body', dialect === 'postgres' ? 'bytea' : 'blob')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_key', ['account', 'endpoint', 'key'])
      .execute()
    await db.schema.createIndex('idempotency_age').on('idempotency').column('created_at').execute()
  },
}

/** Adds what a request was charged before it was answered. */
export const idempotencyChargeMigration: Migration = {
  name: '029-idempotency-charge',
  async up(db) {
    await db.schema.alterTable('idempotency').addColumn('charge', 'text').execute()
  },
}

export const find = statement<Key, IdempotencyRow>((db, [account, endpoint, key]) =>
  db
    .selectFrom('idempotency')
    .selectAll()
    .where('account', '=', account)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key),
)
export const put = statement<
  [...Done, status: number | null, headers: string | null, body: Uint8Array | null, createdAt: number],
  never
>((db, [account, endpoint, key, hash, job, charge, status, headers, body, created_at]) =>
  db
    .insertInto('idempotency')
    .values({ account, endpoint, key, hash, job, charge, status, headers, body, created_at })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'endpoint', 'key'])
        .doUpdateSet({ hash, job, charge, status, headers, body, created_at }),
    ),
)
/** Records what a request has done, unless an answer, another job or another charge of it is known already. */
export const putDone = statement<[...Done, createdAt: number, expired: number], never>(
  (db, [account, endpoint, key, hash, job, charge, created_at, expired]) =>
    db
      .insertInto('idempotency')
      .values({ account, endpoint, key, hash, job, charge, created_at })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'endpoint', 'key'])
          .doUpdateSet({ hash, job, charge, status: null, headers: null, body: null, created_at })
          .where((eb) =>
            eb.or([
              eb('idempotency.created_at', '<=', expired),
              eb.and([
                eb('idempotency.status', 'is', null),
                ...(['job', 'charge'] as const).map((name) =>
                  eb.or([
                    eb(`idempotency.${name}`, 'is', null),
                    eb(`idempotency.${name}`, '=', eb.ref(`excluded.${name}`)),
                  ]),
                ),
              ]),
            ]),
          ),
      ),
)
export const drop = statement<Key, never>((db, [account, endpoint, key]) =>
  db.deleteFrom('idempotency').where('account', '=', account).where('endpoint', '=', endpoint).where('key', '=', key),
)
/** Only if the job of the request has ended. */
export const dropEnded = statement<Key, never>((db, [account, endpoint, key]) => {
  const ended = db.selectFrom('jobs').select('jobs.id').where('jobs.ended_at', 'is not', null)
  return db
    .deleteFrom('idempotency')
    .where('account', '=', account)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .where('job', 'in', ended.whereRef('jobs.id', '=', 'idempotency.job'))
})
export const dropOld = statement<[before: number], never>((db, [before]) =>
  db.deleteFrom('idempotency').where('created_at', '<=', before),
)
