import { Database } from 'bun:sqlite'
import type { Driver, Prepared, Row } from './driver.ts'

/** SQLite by `bun:sqlite`. */
export function openBunDriver(file: string): Driver {
  const database = new Database(file, { create: true, readwrite: true })
  return {
    exec: (sql) => void database.run(sql),
    prepare: (sql) => prepare(database, sql),
    get inTransaction() {
      return database.inTransaction
    },
    close: () => database.close(),
  }
}

function prepare(database: Database, sql: string): Prepared {
  const statement = database.prepare<Row, (string | number | Uint8Array | null)[]>(sql)
  return {
    returnsRows: statement.columnNames.length > 0,
    all: (values) => statement.all(...values),
    get: (values) => statement.get(...values) ?? undefined,
    run: (values) => statement.run(...values).changes,
    finalize: () => statement.finalize(),
  }
}
