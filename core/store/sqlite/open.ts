import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { createLog, type Log } from '../../log.ts'
import { makeDataDir } from '../data-dir.ts'
import { MIGRATIONS_TABLE, migrate } from '../migrate.ts'
import type { Statement, Store } from '../port.ts'
import { Connection } from './connection.ts'
import { sqliteKysely } from './dialect.ts'
import { loadDriver, type OpenDriver } from './driver.ts'
import { Writer } from './writer.ts'

/** Milliseconds: opening waits for another process that is about to close the file. Later waiting is the writer's. */
const OPEN_TIMEOUT = 5_000

export interface SqliteOptions {
  /** The directory that holds `weir.db`; made where it is missing. */
  dataDir: string
  log?: Log
  /** Opens connections. Default: the SQLite module of the runtime. */
  openDriver?: OpenDriver
}

/** The store in one SQLite file: one connection that writes, and one that reads what has been committed. */
export async function openSqliteStore({ dataDir, log = createLog('text'), openDriver }: SqliteOptions): Promise<Store> {
  makeDataDir(dataDir)
  const file = join(dataDir, 'weir.db')
  const open = openDriver ?? (await loadDriver())
  const writing = connect(open, file)
  writing.exec(MIGRATIONS_TABLE)
  const reading = connect(open, file)
  // Whoever writes by it would do so outside the queue of transactions.
  reading.exec('PRAGMA query_only = ON')
  const writer = new Writer(writing, log)
  const reader = sqliteKysely<any>((query) => reading.execute(query))

  const store: Store = {
    dialect: 'sqlite',
    db: <Tables>() => reader as Kysely<Tables>,
    all: async <P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) =>
      reading.all(statement, parameters) as R[],
    get: async <P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) =>
      reading.get(statement, parameters) as R | undefined,
    run: async (statement, ...parameters) => reading.run(statement, parameters),
    write: (work, options) => writer.write(work, options),
    async migrate(owner, migrations) {
      await migrate(store, 'sqlite', owner, migrations)
      writing.forget()
      reading.forget()
    },
    async close() {
      await writer.close()
      reading.close()
      writing.close()
    },
  }
  return store
}

/** Threats 4.3: the order matters, as changing to a write-ahead log without a timeout fails while another process starts. */
function connect(open: OpenDriver, file: string): Connection {
  const connection = new Connection(open(file))
  for (const pragma of [
    `busy_timeout = ${OPEN_TIMEOUT}`,
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'trusted_schema = OFF',
    'cache_size = -16384',
    'temp_store = MEMORY',
    'busy_timeout = 0',
  ]) {
    connection.exec(`PRAGMA ${pragma}`)
  }
  return connection
}
