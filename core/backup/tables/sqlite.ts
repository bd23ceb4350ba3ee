import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver } from '../../store/sqlite/driver.ts'
import { whyUnusable } from '../../store/sqlite/errors.ts'
import { loadDriver } from '../../store/sqlite/load-driver.ts'
import { CopyFailure } from '../failure.ts'
import { inBatches, inOrder, type Row, type Table, type TableSource, type Value } from './source.ts'

/** Milliseconds to wait for another process that has locked the file. */
const LOCK_TIMEOUT = 5_000

/**
 * A snapshot of the store of a data directory. A server may be using it: it is not blocked, but its write-ahead log
 * grows until the source is closed. Throws CopyFailure if there is no store.
 */
export async function openSqliteSource(dataDir: string): Promise<TableSource> {
  const file = join(dataDir, 'weir.db')
  if (!existsSync(file)) throw new CopyFailure(`WEIR_DATA_DIR: there is no store in ${dataDir}`)
  const open = await loadDriver()
  const toCopyFailure = (error: unknown) => {
    const why = whyUnusable(error)
    return why === undefined ? error : new CopyFailure(`${file} cannot be read: ${why}`)
  }
  const opened = () => {
    try {
      return open(file)
    } catch (error) {
      throw toCopyFailure(error)
    }
  }
  const driver = opened()
  try {
    driver.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT}`)
    driver.exec('PRAGMA query_only = ON')
    driver.exec('BEGIN')
    const { tables, sequences } = readSchema(driver)
    return {
      dialect: 'sqlite',
      tables,
      sequences,
      async *rows({ name, columns }) {
        const query = driver.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}`)
        try {
          yield* inBatches(asRows(query.iterate([]), columns))
        } catch (error) {
          throw toCopyFailure(error)
        } finally {
          query.finalize()
        }
      },
      close: async () => driver.close(),
    }
  } catch (error) {
    driver.close()
    throw toCopyFailure(error)
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function* asRows(found: Iterable<Record<string, unknown>>, columns: readonly string[]): Generator<Row> {
  for (const row of found) yield columns.map((column) => row[column] as Value)
}

function readSchema(driver: Driver) {
  const ask = (sql: string, ...values: string[]) => {
    const query = driver.prepare(sql)
    try {
      return query.all(values)
    } finally {
      query.finalize()
    }
  }
  const names = ask(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).map(({ name }) => String(name))
  const own = names.filter((name) => !name.startsWith('sqlite_'))
  const columnsOf = (name: string) => ask('SELECT name FROM pragma_table_info(?) ORDER BY cid', name)
  const tables: Table[] = own.map((name) => ({ name, columns: columnsOf(name).map((column) => String(column.name)) }))
  const references = new Map(
    own.map((name) => {
      const found = ask('SELECT "table" AS name FROM pragma_foreign_key_list(?)', name)
      return [name, new Set(found.map((reference) => String(reference.name)))]
    }),
  )
  const counted = names.includes('sqlite_sequence') ? ask('SELECT name, seq FROM sqlite_sequence') : []
  return {
    tables: inOrder(tables, references),
    sequences: Object.fromEntries(counted.map(({ name, seq }) => [String(name), Number(seq)])),
  }
}
