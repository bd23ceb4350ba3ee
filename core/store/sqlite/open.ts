import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { SettingError } from '../../config.ts'
import { createLog, describeError, type Log } from '../../log.ts'
import { makeDataDir, makePrivateFile } from '../data-dir.ts'
import { DiskReserve, giveShare, isDiskFull } from '../disk-reserve.ts'
import { MIGRATIONS_TABLE, migrate } from '../migrate.ts'
import type { AnyTables, Committed, Store } from '../port.ts'
import { Signals } from '../signals.ts'
import { isStorageFull } from '../storage-error.ts'
import { Checkpointer } from './checkpointer.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { sqliteKysely } from './dialect.ts'
import type { OpenDriver } from './driver.ts'
import { attempt, whyUnusable } from './errors.ts'
import { loadDriver } from './load-driver.ts'
import { createReads } from './reads.ts'
import { Writer } from './writer.ts'

/** Milliseconds that opening waits for another process that is about to close the file. */
const OPEN_TIMEOUT = 5_000
/** Milliseconds: a read, and everything with it, waits while another process recovers or closes the file. */
const READ_TIMEOUT = 250
/** Free pages returned to the disk at a time: 16 MiB. */
const SHRINK_PAGES = 4096

export interface SqliteOptions {
  /** The directory that holds `weir.db`; created if missing. */
  dataDir: string
  log?: Log
  /** Opens connections. Default: the SQLite module of the runtime. */
  openDriver?: OpenDriver
  committed?: Committed
}

/**
 * Opens a store in one SQLite file, with one connection that writes and one that reads while a transaction is open.
 */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const { dataDir, log = createLog('text'), openDriver, committed } = options
  makeDataDir(dataDir)
  const file = join(dataDir, 'weir.db')
  const open = openDriver ?? (await loadDriver())
  const reserve: DiskReserve = new DiskReserve({ dataDir, log, shrink: () => writer.between(() => shrink(writing)) })
  const { writing, reading } = connectBoth(open, file)
  const signals = new Signals(log)
  const checkpointer = new Checkpointer(file, (reason) => {
    log.error('The thread that moves the log of the store into its file failed', { error: describeError(reason) })
    writing.exec('PRAGMA wal_autocheckpoint = 1000')
  })
  const writer = new Writer({ connection: writing, checkpointer, reserve, signals, log, committed })
  const reader: AnyTables = sqliteKysely((query) => reading.execute(query))
  reserve.open()

  let closing: Promise<void> | undefined
  async function close() {
    const written = writer.close()
    await reserve.close()
    await written
    await checkpointer.close()
    reading.driver.close()
    writing.driver.close()
  }

  const store: Store = {
    dialect: 'sqlite',
    get trouble() {
      if (reserve.full) return 'storage_full'
      return writer.failing ? 'storage_unavailable' : undefined
    },
    db: <Tables>() => reader as Kysely<Tables>,
    ...createReads(writing, reading),
    run: async (statement, ...parameters) => reading.run(statement, parameters),
    write: (work, options) => writer.write(work, options),
    migrate: (owner, migrations) =>
      migrate(store, 'sqlite', owner, migrations, () => {
        writing.forget()
        reading.forget()
      }),
    listen(channel, listener) {
      const stop = signals.add(channel, listener)
      queueMicrotask(() => signals.begin([channel]))
      return stop
    },
    close() {
      closing ??= close()
      return closing
    },
  }
  return store
}

/** If the disk is full at the start, a part of the reserve makes room. */
function connectBoth(open: OpenDriver, file: string) {
  const dataDir = dirname(file)
  try {
    return connect()
  } catch (error) {
    const isFull = isStorageFull(error) || isDiskFull(dataDir)
    if (isFull && giveShare(dataDir)) return connect()
    const why = isFull ? 'its disk is full, so make room there' : whyUnusable(error)
    throw why === undefined ? error : new SettingError(`WEIR_DATA_DIR: ${file} cannot be used: ${why}`)
  }

  function connect() {
    makePrivateFile(file)
    const writing = openConnection(open, file)
    writing.exec(MIGRATIONS_TABLE)
    return { writing, reading: openConnection(open, file, { readOnly: true }) }
  }
}

function openConnection(open: OpenDriver, file: string, options: ConnectionOptions = {}): Connection {
  const connection = attempt(() => new Connection(open(file), options))
  try {
    for (const pragma of pragmas(options)) connection.exec(`PRAGMA ${pragma}`)
    return connection
  } catch (error) {
    connection.driver.close()
    throw error
  }
}

/** Settings of each connection. The order matters. Source: threats 4.3. */
const pragmas = ({ readOnly }: ConnectionOptions) => [
  `busy_timeout = ${OPEN_TIMEOUT}`,
  // Lets a store that has shrunk return its space; only possible before the first table.
  'auto_vacuum = INCREMENTAL',
  'journal_mode = WAL',
  // The writer makes a commit durable by syncing the log itself.
  'synchronous = NORMAL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  'cache_size = -8192',
  'temp_store = MEMORY',
  // A thread does it, as a checkpoint waits for the disk.
  'wal_autocheckpoint = 0',
  'journal_size_limit = 67108864',
  // No memory-mapped reads: with them, a failing disk is a signal that ends the process, not an error.
  'mmap_size = 0',
  ...(readOnly ? ['query_only = ON', `busy_timeout = ${READ_TIMEOUT}`] : ['busy_timeout = 0']),
]

function shrink(connection: Connection) {
  connection.exec(`PRAGMA incremental_vacuum(${SHRINK_PAGES})`)
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}
