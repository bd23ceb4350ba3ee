import type { CompiledQuery, QueryResult } from 'kysely'
import { createLru } from '../../concurrency/lru.ts'
import type { Statement } from '../port.ts'
import { neverExecute } from '../queries/kysely.ts'
import { compileStatement } from '../queries/statement.ts'
import type { Queryable } from '../queries/transaction.ts'
import { checked } from '../queries/values.ts'
import { sqliteKysely } from './dialect.ts'
import type { Driver, Prepared } from './driver.ts'
import { isReadOnly, toStoreError } from './errors.ts'

/** The most prepared statements kept for queries written with Kysely; those from `statement()` are kept forever. */
const CACHED_STATEMENTS = 256

interface Runnable extends Prepared {
  isQuery: boolean
  values(parameters: readonly unknown[]): readonly unknown[]
}

export interface ConnectionOptions {
  /** Whether it is read-only; a write is then a bug of the calling code. */
  readOnly?: boolean
}

/** A connection with its prepared statements. Everything is synchronous; SQLite's errors become store errors. */
export class Connection implements Queryable {
  readonly driver: Driver
  readonly #readOnly: boolean
  readonly #cache = createLru<string, Prepared>(CACHED_STATEMENTS, { dispose: (prepared) => prepared.finalize() })
  readonly #statements = new Map<object, Runnable>()
  readonly #compiler = sqliteKysely(neverExecute)

  constructor(driver: Driver, { readOnly = false }: ConnectionOptions = {}) {
    this.driver = driver
    this.#readOnly = readOnly
  }

  all<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): R[] {
    try {
      const runnable = this.#runnable(statement)
      return runnable.all(checked(runnable.values(parameters))) as R[]
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  get<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): R | undefined {
    try {
      const runnable = this.#runnable(statement)
      return runnable.get(checked(runnable.values(parameters))) as R | undefined
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  run<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): number {
    try {
      const runnable = this.#runnable(statement)
      return runnable.run(checked(runnable.values(parameters)))
    } catch (error) {
      throw this.#toStoreError(error)
    }
  }

  /** Whether a statement changes nothing. */
  isQuery<P extends readonly unknown[], R>(statement: Statement<P, R>): boolean {
    return this.#runnable(statement).isQuery
  }

  /** Runs what Kysely has compiled. */
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

  /** Drops prepared statements, after a change of the schema. */
  forget() {
    this.#cache.clear()
    for (const prepared of this.#statements.values()) prepared.finalize()
    this.#statements.clear()
  }

  #toStoreError(error: unknown): unknown {
    if (this.#readOnly && isReadOnly(error)) return new Error('Changes go through store.write', { cause: error })
    return toStoreError(error)
  }

  #runnable<P extends readonly unknown[], R>(statement: Statement<P, R>): Runnable {
    const known = this.#statements.get(statement)
    if (known) return known
    const { sql, values } = compileStatement(statement, this.#compiler, 'sqlite')
    const runnable = { ...this.driver.prepare(sql), values, isQuery: /^\s*select\b/i.test(sql) }
    this.#statements.set(statement, runnable)
    return runnable
  }

  #prepare(sql: string): Prepared {
    const known = this.#cache.get(sql)
    if (known) return known
    const prepared = this.driver.prepare(sql)
    this.#cache.set(sql, prepared)
    return prepared
  }
}
