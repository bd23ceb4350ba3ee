import { Database, type Statement } from 'bun:sqlite'
import type { Value } from '../queries/values.ts'
import type { Driver, Prepared, Row } from './driver.ts'
import { LogSync } from './log-sync.ts'

/** A driver on `bun:sqlite`. */
export function openBunDriver(file: string): Driver {
  const database = new Database(file, { create: true, readwrite: true })
  const statements = new Set<Statement>()
  const log = new LogSync(file)
  return {
    exec: (sql) => void database.run(sql),
    prepare(sql): Prepared {
      const statement = database.prepare<Row, Value[]>(sql)
      statements.add(statement)
      return {
        returnsRows: statement.columnNames.length > 0,
        all: (values) => statement.all(...values),
        iterate: (values) => statement.iterate(...values),
        get: (values) => statement.get(...values) ?? undefined,
        run: (values) => statement.run(...values).changes,
        finalize() {
          statements.delete(statement)
          statement.finalize()
        },
      }
    },
    get inTransaction() {
      return database.inTransaction
    },
    sync: () => log.sync(),
    close() {
      log.close()
      // The file stays open and locked as long as any of its statements is.
      for (const statement of statements) statement.finalize()
      database.close(true)
    },
  }
}
