import type { CompiledQuery, QueryResult } from 'kysely'
import type { Statement } from '../port.ts'
import { neverExecute } from '../queries/kysely.ts'
import { compileStatement } from '../queries/statement.ts'
import type { Queryable } from '../queries/transaction.ts'
import { checked } from '../queries/values.ts'
import { sqliteKysely } from './dialect.ts'
import type { Driver, Prepared } from './driver.ts'
import { isReadOnly, toStoreError } from './errors.ts'

/**
 * How many prepared statements a connection caches for queries written with Kysely. Those of `statement()` are kept
 * for good.
 */
const CACHED_STATEMENTS = 256

interface Runnable extends Prepared {
  isQuery: boolean
  values(parameters: readonly unknown[]): readonly unknown[]
}

export interface ConnectionOptions {
  /** Whether it only reads, so that a change is a fault of the calling code. */
  readOnly?: boolean
}

/**
 * A connection with its prepared statements. Everything is synchronous, and SQLite's errors are thrown as store
 * errors.
 */
export class Connection implements Queryable {
  readonly driver: Driver
  readonly #readOnly: boolean
  readonly #cache = new Map<string, Prepared>()
  readonly #statements = new Map<object, Runnable>()
  readonly #compiler = sqliteKysely(neverExecute)

  constructor(driver: Driver, { readOnly = false }: ConnectionOptions = {}) {
    this.driver = driver
    this.#readOnly = readOnly
  }

  all<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): R[] {
    try {
      const runnable = this.#statements.get(statement) ?? this.#prepareStatement(statement)
      return runnable.all(checked(runnable.values(parameters))) as R[]
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  get<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): R | undefined {
    try {
      const runnable = this.#statements.get(statement) ?? this.#prepareStatement(statement)
      return runnable.get(checked(runnable.values(parameters))) as R | undefined
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  run<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): number {
    try {
      const runnable = this.#statements.get(statement) ?? this.#prepareStatement(statement)
      return runnable.run(checked(runnable.values(parameters)))
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  /** Whether a statement changes nothing. */
  isQuery<P extends readonly unknown[], R>(statement: Statement<P, R>): boolean {
    return (this.#statements.get(statement) ?? this.#prepareStatement(statement)).isQuery
  }

  /** Runs a query that Kysely compiled. */
  execute({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    try {
      const prepared = this.#prepare(sql)
      const values = checked(parameters)
      if (prepared.returnsRows) return { rows: prepared.all(values) }
      return { rows: [], numAffectedRows: BigInt(prepared.run(values)) }
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  /** Runs plain SQL of our own. */
  exec(sql: string) {
    try {
      this.driver.exec(sql)
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  /** Discards the prepared statements, after a change of the schema. */
  forget() {
    for (const prepared of [...this.#cache.values(), ...this.#statements.values()]) prepared.finalize()
    this.#cache.clear()
    this.#statements.clear()
  }

  #toStoreError(error: unknown): unknown {
    if (this.#readOnly && isReadOnly(error)) return new Error('Changes go through store.write', { cause: error })
    return toStoreError(error)
  }

  #prepareStatement<P extends readonly unknown[], R>(statement: Statement<P, R>): Runnable {
    const { sql, values } = compileStatement(statement, this.#compiler, 'sqlite')
    const runnable = { ...this.driver.prepare(sql), values, isQuery: /^\s*select\b/i.test(sql) }
    this.#statements.set(statement, runnable)
    return runnable
  }

  #prepare(sql: string): Prepared {
    const known = this.#cache.get(sql)
    if (known) {
      // The map keeps the order of insertion, so its first entry is the least recently used.
      this.#cache.delete(sql)
      this.#cache.set(sql, known)
      return known
    }
    const prepared = this.driver.prepare(sql)
    this.#cache.set(sql, prepared)
    if (this.#cache.size > CACHED_STATEMENTS) {
      const [oldest, statement] = this.#cache.entries().next().value!
      statement.finalize()
      this.#cache.delete(oldest)
    }
    return prepared
  }
}
