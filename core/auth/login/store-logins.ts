import { type Migration, type Store, statement } from '../../store/index.ts'
import { type Logins, MAX_FAILURES, WINDOW } from './logins.ts'

export const loginsMigration: Migration = {
  name: '027-logins',
  async up(db, dialect) {
    await db.schema
      .createTable('login_failures')
      .addColumn('n', dialect === 'postgres' ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('login_failures_name').on('login_failures').columns(['name', 'n']).execute()
    await db.schema.createIndex('login_failures_at').on('login_failures').column('at').execute()
    await db.schema
      .createTable('login_clients')
      .addColumn('pair', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('login_clients_at').on('login_clients').column('at').execute()
  },
}

/** Milliseconds for which a client counts as known after its last login. */
const KNOWN = 90 * 86_400_000

const readFailures = statement<[name: string], { at: number }>((db, [name]) =>
  db.selectFrom('login_failures').select('at').where('name', '=', name).orderBy('n', 'desc').limit(MAX_FAILURES),
)
const addFailure = statement<[name: string, at: number], never>((db, [name, at]) =>
  db.insertInto('login_failures').values({ name, at }),
)
const dropFailures = statement<[until: number], never>((db, [until]) =>
  db.deleteFrom('login_failures').where('at', '<', until),
)
const readClient = statement<[pair: string], { at: number }>((db, [pair]) =>
  db.selectFrom('login_clients').select('at').where('pair', '=', pair),
)
const setClient = statement<[pair: string, at: number], never>((db, [pair, at]) =>
  db
    .insertInto('login_clients')
    .values({ pair, at })
    .onConflict((conflict) => conflict.column('pair').doUpdateSet({ at })),
)
const dropClients = statement<[until: number], never>((db, [until]) =>
  db.deleteFrom('login_clients').where('at', '<', until),
)

/** The memory of logins that all processes of a store share. */
export function createStoreLogins(store: Store): Logins {
  const options = { durable: false, reserved: true }
  return {
    failures: async (name) => (await store.all(readFailures, name)).map(({ at }) => at).reverse(),
    failed: (names, at) =>
      store.write(async (tx) => {
        for (const name of names) await tx.run(addFailure, name, at)
        // Only an attack fills the table, so it is enough to clean up when logins fail.
        await tx.run(dropFailures, at - 2 * WINDOW)
      }, options),
    isKnown: async (pair) => (await store.get(readClient, pair)) !== undefined,
    know: (pair, at) =>
      store.write(async (tx) => {
        await tx.run(setClient, pair, at)
        await tx.run(dropClients, at - KNOWN)
      }, options),
  }
}
