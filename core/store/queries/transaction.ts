import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { describeError, type Log } from '../../log.ts'
import type { AnyTables, Batch, Statement, Tx } from '../port.ts'
import { checkSignal } from '../signals.ts'
import type { Execute } from './kysely.ts'

/** Runs queries on one connection: synchronously in SQLite, over the network in Postgres. */
export interface Queryable {
  all<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): R[] | Promise<R[]>
  get<P extends readonly unknown[], R>(
    statement: Statement<P, R>,
    parameters: P,
  ): R | undefined | Promise<R | undefined>
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P): number | Promise<number>
  execute(query: CompiledQuery): QueryResult<unknown> | Promise<QueryResult<unknown>>
}

export interface TransactionParts {
  queries: Queryable
  kysely(execute: Execute): AnyTables
  /** Waits for the other transactions that have locked the name. */
  lock(tx: Tx, name: string): Promise<void>
  /** Sends a signal with the commit. */
  notify(tx: Tx, channel: string, payload: string): Promise<void>
  /** Whether a statement has so much overhead that several are better sent as one. */
  batches: boolean
}

type AnyBatch = Batch<readonly unknown[], readonly unknown[]>

/** One transaction, usable until it is ended. */
export class Transaction implements Tx {
  readonly #afterwards: (() => void)[] = []
  readonly #batches = new Map<AnyBatch, (readonly unknown[])[]>()
  readonly #parts: TransactionParts
  #db: AnyTables | undefined
  #failure: unknown
  #ended = false

  constructor(parts: TransactionParts) {
    this.#parts = parts
  }

  db<Tables>(): Kysely<Tables> {
    this.#db ??= this.#parts.kysely((query) => this.#ask((queries) => queries.execute(query)))
    return this.#db
  }

  all<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R[]> {
    return this.#ask((queries) => queries.all(statement, parameters))
  }

  get<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R | undefined> {
    return this.#ask((queries) => queries.get(statement, parameters))
  }

  run<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<number> {
    return this.#ask((queries) => queries.run(statement, parameters))
  }

  send<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P) {
    this.#checkOpen()
    if (this.#failure !== undefined) return
    try {
      const sent = this.#parts.queries.run(statement, parameters)
      if (sent instanceof Promise) sent.catch(this.#keep)
    } catch (error) {
      this.#keep(error)
    }
  }

  batch<P extends readonly unknown[], A extends readonly unknown[]>(batch: Batch<P, A>, ...parameters: P) {
    if (!this.#parts.batches) return this.send(batch.one, ...parameters)
    this.#checkOpen()
    const each = this.#batches.get(batch as unknown as AnyBatch)
    if (each) each.push(parameters)
    else this.#batches.set(batch as unknown as AnyBatch, [parameters])
  }

  /** Sends the statements that were collected by `batch`. */
  sendBatches() {
    for (const [{ one, several, gather }, each] of this.#batches) {
      if (each.length === 1) this.send(one, ...each[0]!)
      else this.send(several, ...gather(each))
    }
    this.#batches.clear()
  }

  lock(name: string) {
    return this.#parts.lock(this, name)
  }

  async notify(channel: string, payload: string) {
    checkSignal(channel, payload)
    await this.#parts.notify(this, channel, payload)
  }

  after(work: () => void) {
    this.#afterwards.push(work)
  }

  /** Calls what was to run after the commit. A failure cannot undo the commit, so it is only logged. */
  committed(log: Log) {
    for (const work of this.#afterwards) {
      try {
        work()
      } catch (error) {
        log.error('Work after a transaction failed', { error: describeError(error) })
      }
    }
  }

  /** Refuses all further use of the transaction. */
  end() {
    this.#ended = true
  }

  /** The error of a failed query, even if the work caught it: such a transaction cannot be committed. */
  get failure() {
    return this.#failure
  }

  /**
   * Refuses queries after a failed one, as Postgres does. On a failing disk, SQLite may have rolled back the whole
   * transaction by itself, and would commit each later query on its own. SQLite's results are synchronous.
   */
  #ask<T>(query: (queries: Queryable) => T | Promise<T>): Promise<T> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    try {
      this.#checkOpen()
      const answer = query(this.#parts.queries)
      if (!(answer instanceof Promise)) return Promise.resolve(answer)
      answer.catch(this.#keep)
      return answer
    } catch (error) {
      if (!this.#ended) this.#keep(error)
      return Promise.reject(error)
    }
  }

  /** Keeps the transaction's first error. */
  readonly #keep = (error: unknown) => {
    this.#failure ??= error
  }

  #checkOpen() {
    if (this.#ended) throw new Error('This transaction has ended: every query of it must be awaited inside store.write')
  }
}
