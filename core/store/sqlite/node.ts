import { DatabaseSync } from 'node:sqlite'
import type { Driver, Prepared } from './driver.ts'
import { LogSync } from './log-sync.ts'

/** A driver on `node:sqlite`, for Deno. Bun has the module too, so its tests cover this driver. */
export function openNodeDriver(file: string): Driver {
  const database = new DatabaseSync(file)
  const log = new LogSync(file)
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => prepare(database, sql),
    get inTransaction() {
      return database.isTransaction
    },
    sync: () => log.sync(),
    close() {
      log.close()
      database.close()
    },
  }
}

function prepare(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql)
  return {
    returnsRows: statement.columns().length > 0,
    all: (values) => statement.all(...values),
    iterate: (values) => statement.iterate(...values),
    get: (values) => statement.get(...values),
    run: (values) => Number(statement.run(...values).changes),
    // The module has no call for it: a statement is freed with its object.
    finalize: () => {},
  }
}
