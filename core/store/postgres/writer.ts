import { sql } from 'kysely'
import type { QueryResult } from 'pg'
import { sleep } from '../../abort.ts'
import { describeError, type Log } from '../../log.ts'
import { type Committed, statement, type Tx, type WriteOptions } from '../port.ts'
import { isDeadline, within } from '../queries/deadline.ts'
import { Transaction } from '../queries/transaction.ts'
import { isStorageFull, storageError } from '../storage-error.ts'
import type { Connection, Query } from './connection.ts'
import { postgresKysely } from './dialect.ts'
import { isAftermath, isRepeatable, isStale } from './errors.ts'
import type { Connections } from './pool.ts'
import type { Reach } from './reach.ts'
import { queryable, type Statements } from './statements.ts'

/** How often conflicting transactions are run in total. */
const TRIES = 8
/** The upper bound of the random delay before the second attempt, in milliseconds; it grows for later ones. */
const PAUSE = 10
/**
 * Milliseconds without a refusal after which a full disk counts as a new one: while it is full, transactions that
 * find room in pages of their tables are still committed.
 */
const FORGOTTEN = 60_000

const begin = (durable: boolean, deadline: number) =>
  `begin isolation level read committed read write; set local statement_timeout = ${deadline}${durable ? '' : '; set local synchronous_commit = off'}`
const lock = statement<[name: string], never>((db, [name]) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`.as('locked')),
)
const notify = statement<[channel: string, payload: string], never>((db, [channel, payload]) =>
  db.selectNoFrom(sql`pg_notify(${channel}, ${payload})`.as('sent')),
)

/** Why a transaction is late because of the store. */
const unansweredFor = (deadline: number, { text }: Query) =>
  new Error(
    `Postgres has not answered for ${deadline} ms; it is slow, or another transaction holds a lock: ${text.slice(0, 120)}`,
  )

type Work<T> = (tx: Tx) => Promise<T>

export interface WriterParts {
  connections: Connections
  statements: Statements
  reach: Reach
  log: Log
  committed?: Committed
  /** Time limit of a transaction's work, in milliseconds. */
  deadline: number
}

/** Runs transactions, each on a connection of its own. */
export class Writer {
  readonly #parts: WriterParts
  readonly #running = new Set<Promise<unknown>>()
  #commits: Promise<void> = Promise.resolve()
  #full = false
  /** When a transaction last found it full, by the clock of `performance`. */
  #lastFull = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  /** Whether a transaction found the server's disk full, and none has been committed since. */
  get full() {
    return this.#full
  }

  write<T>(work: Work<T>, options: WriteOptions = {}, deadline = this.#parts.deadline): Promise<T> {
    if (this.#closed) return Promise.reject(storageError('storage_unavailable', new Error('The store is closed')))
    const running = this.#repeat(work, options, deadline).finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Waits for accepted transactions, and refuses later ones. */
  async close() {
    this.#closed = true
    await Promise.allSettled(this.#running)
  }

  async #repeat<T>(work: Work<T>, options: WriteOptions, deadline: number): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#parts.connections.use((connection) => this.#run(connection, work, options, deadline))
      } catch (error) {
        if (isStorageFull(error)) this.#noteFull()
        if (!isRepeatable(error)) throw error
        if (tries === TRIES) throw storageError('storage_unavailable', error)
        if (isStale(error)) this.#parts.statements.forget()
        await sleep(Math.random() * PAUSE * tries)
      }
    }
  }

  async #run<T>(connection: Connection, work: Work<T>, { durable = true }: WriteOptions, deadline: number): Promise<T> {
    const { statements, log, reach } = this.#parts
    // The server's own query timeout takes precedence.
    const options = { timeout: deadline + 2_000, slow: () => reach.suspect() }
    const unanswered = new Set<Query>()
    let refusal: unknown
    const ask = async (make: () => Query): Promise<QueryResult> => {
      let query: Query | undefined
      try {
        query = make()
        unanswered.add(query)
        return await connection.ask(query, options)
      } catch (error) {
        refusal ??= error
        throw isAftermath(error) ? refusal : error
      } finally {
        if (query) unanswered.delete(query)
      }
    }
    const transaction = new Transaction({
      queries: queryable(statements, ask),
      kysely: postgresKysely,
      lock: async (tx, name) => void (await tx.get(lock, name)),
      notify: async (tx, channel, payload) => tx.send(notify, channel, payload),
      batches: true,
    })
    const began = performance.now()
    // Sent together with the first query, which could change nothing outside of a transaction.
    const begun = ask(() => ({ text: begin(durable, deadline) }))
    let value: T
    try {
      const worked = work(transaction)
      value = await within(
        deadline,
        Promise.all([worked, begun]).then(() => worked),
      )
      // Its work may have caught the error.
      if (refusal !== undefined) throw refusal
      transaction.sendBatches()
      transaction.end()
    } catch (error) {
      const [oldest] = unanswered
      transaction.end()
      await this.#rollBack(connection, error)
      // The server may report the timeout at the same moment.
      if (isRepeatable(refusal) || (isDeadline(error) && refusal !== undefined)) throw refusal
      if (!isDeadline(error)) throw error
      if (oldest) throw storageError('storage_unavailable', unansweredFor(deadline, oldest))
      log.error(error.message, { work: String(work).slice(0, 120) })
      throw error
    }
    const before = this.#commits
    const commit = ask(() => ({ text: 'commit' }))
    // A transaction that waited for another's lock commits after it, and must be announced after it, whichever answer
    // arrives first. The chain holds no results: each would keep all previous ones in memory.
    this.#commits = Promise.allSettled([before, commit]).then(() => {})
    const { command } = await commit
    await before
    // Something sent before has failed, so the server has rolled back instead.
    if (command !== 'COMMIT') throw refusal
    this.#full = false
    this.#parts.committed?.(1, performance.now() - began)
    transaction.committed(log)
    return value
  }

  #noteFull() {
    const now = performance.now()
    if (now - this.#lastFull > FORGOTTEN)
      this.#parts.log.error('The disk of Postgres is full: nothing is written until it has room')
    this.#full = true
    this.#lastFull = now
  }

  /** If the work of a transaction has not ended, or it cannot be rolled back, its connection is dropped. */
  async #rollBack(connection: Connection, failure: unknown) {
    if (isDeadline(failure)) return connection.drop()
    if (connection.isLost) return
    try {
      await connection.ask({ text: 'rollback' })
    } catch (error) {
      this.#parts.log.warn('A transaction could not be rolled back', { error: describeError(error) })
      connection.drop()
    }
  }
}
