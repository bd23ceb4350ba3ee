import { type Kysely, sql } from 'kysely'
import { createLog, type Log } from '../../log.ts'
import { MIGRATIONS_TABLE, migrate } from '../migrate.ts'
import type { AnyTables, Committed, Store } from '../port.ts'
import { connectionConfig, type Query } from './connection.ts'
import { postgresKysely } from './dialect.ts'
import { deniedSetting, isDenied, isStale } from './errors.ts'
import { Listener } from './listener.ts'
import { withMigrationLock } from './migration-lock.ts'
import { Connections } from './pool.ts'
import { Reach } from './reach.ts'
import { awaitPostgres } from './start.ts'
import { queryable, Statements } from './statements.ts'
import { Writer } from './writer.ts'

/**
 * Connections for writing and for reading. They are separate, because a transaction may read what is committed and
 * must not wait for others like it. Postgres accepts 100 in total by default.
 */
const WRITING = 10
const READING = 6
/** Milliseconds that one migration may take. */
const MIGRATION_DEADLINE = 3_600_000

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string
  log?: Log
  committed?: Committed
  /** Milliseconds that the work of a transaction may take; others wait for its locks. Default 10,000. */
  deadline?: number
}

/** Opens the store in a Postgres database. Throws SettingError if it cannot be used. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { url, log = createLog('text'), committed, deadline = 10_000 } = options
  const config = connectionConfig(url)
  await awaitPostgres(config, log)
  const reach: Reach = new Reach({
    config,
    log,
    isConnected: () => reading.isConnected || writing.isConnected,
    lost() {
      for (const connections of [reading, writing, listener]) connections.drop()
    },
  })
  const reading = new Connections(config, { most: READING, reach })
  const writing = new Connections(config, { most: WRITING, reach })
  const listener = new Listener(config, log)
  const statements = new Statements()
  const writer = new Writer({ connections: writing, statements, reach, log, committed, deadline })

  const slow = () => reach.suspect()
  const once = (make: () => Query) => reading.use((connection) => connection.ask(make(), { slow }))
  const queries = queryable(statements, (make) =>
    once(make).catch((error: unknown) => {
      if (!isStale(error)) throw error
      statements.forget()
      return once(make)
    }),
  )
  const reader: AnyTables = postgresKysely((query) => queries.execute(query))

  let closing: Promise<void> | undefined
  async function close() {
    await writer.close()
    await Promise.all([reach.close(), listener.close(), reading.close(), writing.close()])
  }

  const store: Store = {
    dialect: 'postgres',
    get trouble() {
      if (reach.lost) return 'storage_unavailable'
      return writer.full ? 'storage_full' : undefined
    },
    db: <Tables>() => reader as Kysely<Tables>,
    all: async (statement, ...parameters) => queries.all(statement, parameters),
    get: async (statement, ...parameters) => queries.get(statement, parameters),
    run: async (statement, ...parameters) => queries.run(statement, parameters),
    write: (work, options) => writer.write(work, options),
    async migrate(owner, migrations) {
      const step: Store['write'] = (work, options) => writer.write(work, options, MIGRATION_DEADLINE)
      await withMigrationLock(config, log, () =>
        migrate({ db: store.db, write: step }, 'postgres', owner, migrations, () => statements.forget()),
      )
    },
    listen: (channel, hears) => listener.listen(channel, hears),
    close() {
      closing ??= close()
      return closing
    },
  }
  try {
    await withMigrationLock(config, log, () => writer.write((tx) => sql.raw(MIGRATIONS_TABLE).execute(tx.db())))
  } catch (error) {
    await store.close()
    throw isDenied(error) ? deniedSetting(error) : error
  }
  return store
}
