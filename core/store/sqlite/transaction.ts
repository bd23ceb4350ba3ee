import type { Kysely } from 'kysely'
import type { AnyTables, Statement, Tx } from '../port.ts'
import type { Connection } from './connection.ts'
import { sqliteKysely } from './dialect.ts'

/** One transaction of a group. It is usable until it is ended. */
export class Transaction implements Tx {
  readonly afterwards: (() => void)[] = []
  readonly #connection: Connection
  #db: AnyTables | undefined
  #failure: unknown

  constructor(connection: Connection) {
    this.#connection = connection
  }

  db<Tables>(): Kysely<Tables> {
    this.#db ??= sqliteKysely((query) => {
      try {
        return this.#usable().execute(query)
      } catch (error) {
        throw this.#failed(error)
      }
    })
    return this.#db
  }

  async all<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
    try {
      return this.#usable().all(statement, parameters)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  async get<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
    try {
      return this.#usable().get(statement, parameters)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  async run<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
    try {
      return this.#usable().run(statement, parameters)
    } catch (error) {
      throw this.#failed(error)
    }
  }

  after(work: () => void) {
    this.afterwards.push(work)
  }

  /** From here on every use of it is refused. */
  end() {
    this.#failure ??= new Error('This transaction has ended: every query of it must be awaited inside store.write')
  }

  /** What a query failed with, although its work may have caught it: such a transaction cannot be committed. */
  get failure() {
    return this.#failure
  }

  #usable(): Connection {
    if (this.#failure !== undefined) throw this.#failure
    return this.#connection
  }

  /**
   * As in Postgres, nothing follows a failed query. SQLite may also have ended the whole transaction, on a failing
   * disk, and would commit what followed query by query.
   */
  #failed(error: unknown): unknown {
    this.#failure = error
    return error
  }
}
