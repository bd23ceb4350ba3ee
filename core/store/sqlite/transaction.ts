import type { Kysely } from 'kysely'
import { ApiError } from '../../errors.ts'
import type { AnyTables, Statement, Tx } from '../port.ts'
import type { Connection } from './connection.ts'
import { sqliteKysely } from './dialect.ts'
import { storageError } from './errors.ts'

/** One transaction of a group. It is usable until it is ended. */
export class Transaction implements Tx {
  readonly afterwards: (() => void)[] = []
  readonly #connection: Connection
  #db: AnyTables | undefined
  #ended: Error | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  db<Tables>(): Kysely<Tables> {
    this.#db ??= sqliteKysely((query) => this.#use((connection) => connection.execute(query)))
    return this.#db
  }

  async all<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
    return this.#use((connection) => connection.all(statement, parameters))
  }

  async get<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
    return this.#use((connection) => connection.get(statement, parameters))
  }

  async run<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
    return this.#use((connection) => connection.run(statement, parameters))
  }

  after(work: () => void) {
    this.afterwards.push(work)
  }

  /** From here on every use of it is refused. */
  end() {
    this.#ended ??= new Error('This transaction has ended: every query of it must be awaited inside store.write')
  }

  /** Why it cannot be committed, although its work may have caught the error. */
  get broken() {
    return this.#ended
  }

  #use<T>(work: (connection: Connection) => T): T {
    if (this.#ended) throw this.#ended
    try {
      return work(this.#connection)
    } catch (error) {
      // On a full or failing disk SQLite ends the transaction by itself; what followed would be committed one by one.
      if (!this.#connection.driver.inTransaction) {
        this.#ended = error instanceof ApiError ? error : storageError('storage_unavailable', error)
      }
      throw error
    }
  }
}
