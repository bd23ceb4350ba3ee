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
import { isRepeatable, isStale } from './errors.ts'
import type { Connections } from './pool.ts'
import type { Reach } from './reach.ts'
import { queryable, type Statements } from './statements.ts'

/** How often transactions that stand in each other's way are run in all. */
const TRIES = 8
/** Milliseconds before the second try, at random up to that; ever more before others. */
const PAUSE = 10

const begin = (durable: boolean, deadline: number) =>
  `begin isolation level read committed read write; set local statement_timeout = ${deadline}${durable ? '' : '; set local synchronous_commit = off'}`
const lock = statement<[name: string], never>((db, [name]) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`.as('locked')),
)
const notify = statement<[channel: string, payload: string], never>((db, [channel, payload]) =>
  db.selectNoFrom(sql`pg_notify(${channel}, ${payload})`.as('sent')),
)

type Work<T> = (tx: Tx) => Promise<T>

export interface WriterParts {
  connections: Connections
  statements: Statements
  reach: Reach
  log: Log
  committed?: Committed
  /** Milliseconds that the work of a transaction may take. */
  deadline: number
}

/** Runs transactions, each on a connection of its own. */
export class Writer {
  readonly #parts: WriterParts
  readonly #running = new Set<Promise<unknown>>()
  #commits: Promise<void> = Promise.resolve()
  #full = false
  #closed = false

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  /** Whether the last transaction found the server's disk full. */
  get full() {
    return this.#full
  }

  write<T>(work: Work<T>, options: WriteOptions = {}, deadline = this.#parts.deadline): Promise<T> {
    if (this.#closed) return Promise.reject(storageError('storage_unavailable', new Error('The store is closed')))
    const running = this.#repeat(work, options, deadline).finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Refuses further transactions and waits for those that were taken. */
  async close() {
    this.#closed = true
    await Promise.allSettled(this.#running)
  }

  async #repeat<T>(work: Work<T>, options: WriteOptions, deadline: number): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#parts.connections.use((connection) => this.#run(connection, work, options, deadline))
      } catch (error) {
        this.#full = isStorageFull(error)
        if (!isRepeatable(error)) throw error
        if (tries === TRIES) throw storageError('storage_unavailable', error)
        if (isStale(error)) this.#parts.statements.forget()
        await sleep(Math.random() * PAUSE * tries)
      }
    }
  }

  async #run<T>(connection: Connection, work: Work<T>, { durable = true }: WriteOptions, deadline: number): Promise<T> {
    const { statements, log, reach } = this.#parts
    // The server's own word that a query took too long comes first.
    const options = { timeout: deadline + 2_000, slow: () => reach.suspect() }
    let asking = 0
    let refusal: unknown
    const ask = async (make: () => Query): Promise<QueryResult> => {
      asking++
      try {
        return await connection.ask(make(), options)
      } catch (error) {
        refusal ??= error
        throw error
      } finally {
        asking--
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
    // The first query goes out with it; outside a transaction it could change nothing.
    const begun = ask(() => ({ text: begin(durable, deadline) }))
    let value: T
    try {
      const worked = work(transaction)
      value = await within(
        deadline,
        Promise.all([worked, begun]).then(() => worked),
      )
      // Its work may have caught it.
      if (refusal !== undefined) throw refusal
      transaction.sendBatches()
      transaction.end()
    } catch (error) {
      const isWaiting = asking > 0
      transaction.end()
      await this.#rollBack(connection, error)
      // The server may say in the same moment that the time is up.
      if (isRepeatable(refusal) || (isDeadline(error) && refusal !== undefined)) throw refusal
      if (!isDeadline(error)) throw error
      // Late by the store's fault: it waits for the lock of another, or for the server.
      if (isWaiting) throw storageError('storage_unavailable', error)
      log.error(error.message, { work: String(work).slice(0, 120) })
      throw error
    }
    const before = this.#commits
    const commit = ask(() => ({ text: 'commit' }))
    // One that waited for a lock of another commits behind it, and is told of behind it too, whichever answer is
    // heard first.
    // Without what they gave: each would keep all before it in memory.
    this.#commits = Promise.allSettled([before, commit]).then(() => {})
    const { command } = await commit
    await before
    // What was sent before it has failed, so the server has rolled back instead.
    if (command !== 'COMMIT') throw refusal
    this.#full = false
    this.#parts.committed?.(1, performance.now() - began)
    transaction.committed(log)
    return value
  }

  /** A transaction whose work has not ended, or that cannot be rolled back, ends with its connection. */
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
