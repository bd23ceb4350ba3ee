import { sleep } from '../../abort.ts'
import { describeError, type Log } from '../../log.ts'
import type { DiskReserve } from '../disk-reserve.ts'
import type { Committed, Tx, WriteOptions } from '../port.ts'
import { isDeadline, within } from '../queries/deadline.ts'
import { Transaction } from '../queries/transaction.ts'
import type { Signals } from '../signals.ts'
import { asStorageError, isStorageFull, storageError } from '../storage-error.ts'
import type { Checkpointer } from './checkpointer.ts'
import type { Connection } from './connection.ts'
import { sqliteKysely } from './dialect.ts'
import type { Prepared } from './driver.ts'
import { attempt, isLocked } from './errors.ts'

/** Milliseconds that the work of one transaction may wait for something other than the store. */
const TRANSACTION_DEADLINE = 5_000
/** Milliseconds for which another process may hold the lock. */
const LOCK_DEADLINE = 5_000
/** Milliseconds after which a group accepts no further transaction, so that requests are served between groups. */
const GROUP_TIME = 5
/**
 * Milliseconds that patient transactions wait for others, and the number of waiting transactions that ends the wait.
 */
const COLLECTING_TIME = 10
const ENOUGH_WAITING = 16

export interface WriterParts {
  connection: Connection
  checkpointer: Checkpointer
  reserve: DiskReserve
  signals: Signals
  log: Log
  committed?: Committed
}

interface Job extends Required<WriteOptions> {
  work: (tx: Tx) => Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** The outcome of a transaction; its caller is told when the group has been committed. */
interface Outcome {
  job: Job
  transaction: Transaction
  value?: unknown
  /** Set if it failed alone. */
  failure?: { error: unknown }
}

/**
 * The only writer of a file. Transactions wait until the event loop has received the pending requests, then run one
 * after another within one commit; those that arrive meanwhile form the next group.
 */
export class Writer {
  readonly #connection: Connection
  readonly #savepoint: Prepared
  readonly #release: Prepared
  readonly #emptying: Prepared
  readonly #checkpointer: Checkpointer
  readonly #reserve: DiskReserve
  readonly #log: Log
  #waiting: Job[] = []
  #chores: (() => void)[] = []
  #running: Promise<void> | undefined
  #closed = false
  /** Ends the wait for other transactions. */
  #endCollecting: (() => void) | undefined
  /**
   * Whether a part of the log may be missing on the disk. After a power cut the log is read only up to such a part,
   * so that everything after it would be lost too.
   */
  #isTorn = false
  #failing = false
  readonly #committed: Committed
  readonly #signals: Signals

  constructor({ connection, checkpointer, reserve, signals, log, committed = () => {} }: WriterParts) {
    this.#committed = committed
    this.#signals = signals
    this.#connection = connection
    this.#savepoint = connection.driver.prepare('SAVEPOINT job')
    this.#release = connection.driver.prepare('RELEASE job')
    this.#emptying = connection.driver.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
    this.#checkpointer = checkpointer
    this.#reserve = reserve
    this.#log = log
  }

  /** Whether the last group could not be written, for another reason than a full disk. */
  get failing() {
    return this.#failing
  }

  write<T>(
    work: (tx: Tx) => Promise<T>,
    { durable = true, reserved = false, patient = false }: WriteOptions = {},
  ): Promise<T> {
    if (this.#closed) return Promise.reject(storageError('storage_unavailable', new Error('The store is closed')))
    if (this.#reserve.full && !reserved) return Promise.reject(storageError('storage_full'))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, durable, reserved, patient, resolve: resolve as Job['resolve'], reject })
      if (!patient || this.#waiting.length >= ENOUGH_WAITING) this.#endCollecting?.()
      this.#running ??= this.#drain()
    })
  }

  /** Runs `chore` on the connection while no transaction is open. */
  between(chore: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#chores.push(() => {
        try {
          resolve(chore())
        } catch (error) {
          reject(error)
        }
      })
      this.#endCollecting?.()
      this.#running ??= this.#drain()
    })
  }

  /** Waits for accepted transactions, and refuses later ones. */
  async close() {
    this.#closed = true
    this.#endCollecting?.()
    await this.#running
  }

  async #drain() {
    while (this.#waiting.length > 0 || this.#chores.length > 0) {
      // This way of waiting had the best throughput: it runs after the sockets that were ready, and before the next
      // poll.
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#mayWait) await this.#collect()
      if (this.#chores.length > 0) await this.#checkpointer.settled()
      for (const chore of this.#chores.splice(0)) chore()
      if (this.#waiting.length > 0) await this.#runGroup()
    }
    this.#running = undefined
  }

  get #mayWait() {
    return (
      !this.#closed &&
      this.#chores.length === 0 &&
      this.#waiting.length < ENOUGH_WAITING &&
      this.#waiting.every(({ patient }) => patient)
    )
  }

  /** Waits for transactions that arrive soon. */
  async #collect() {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, COLLECTING_TIME)
    this.#endCollecting = resolve
    await promise
    clearTimeout(timer)
    this.#endCollecting = undefined
  }

  async #runGroup() {
    const group = this.#takeWaiting()
    if (group.length === 0) return
    const outcomes: Outcome[] = []
    const began = performance.now()
    try {
      await this.#begin()
      const started = performance.now()
      while (outcomes.length < group.length) {
        if (outcomes.length > 0 && performance.now() - started > GROUP_TIME) {
          this.#waiting = [...group.splice(outcomes.length), ...this.#waiting]
          break
        }
        outcomes.push(await this.#runJob(group[outcomes.length]!))
      }
      await this.#commit(group.some((job) => job.durable))
      this.#failing = false
      this.#committed(outcomes.length, performance.now() - began)
    } catch (error) {
      this.#rollBack()
      return this.#refuse(group, error)
    }
    for (const outcome of outcomes) this.#tell(outcome)
    await this.#checkpointer.keepShort()
  }

  /** Those that may be written. While the disk is full the others are refused, even if they arrived before it was. */
  #takeWaiting(): Job[] {
    const waiting = this.#waiting
    this.#waiting = []
    if (!this.#reserve.full) return waiting
    for (const job of waiting) if (!job.reserved) job.reject(storageError('storage_full'))
    return waiting.filter((job) => job.reserved)
  }

  async #begin() {
    if (this.#isTorn) await this.#emptyLog()
    const deadline = performance.now() + LOCK_DEADLINE
    for (;;) {
      try {
        return this.#connection.driver.exec('BEGIN IMMEDIATE')
      } catch (error) {
        // SQLite's own busy wait would block the whole process.
        if (!isLocked(error) || performance.now() > deadline) throw storageError('storage_unavailable', error)
        await sleep(10)
      }
    }
  }

  async #commit(durable: boolean) {
    this.#connection.exec('COMMIT')
    if (!durable) return
    this.#isTorn = true
    await this.#connection.driver.sync()
    this.#isTorn = false
  }

  /** Moves all of the log into the file. */
  async #emptyLog() {
    await this.#checkpointer.settled()
    const [result] = attempt(() => this.#emptying.all([]))
    if (result?.busy !== 0) throw storageError('storage_unavailable', new Error('The log cannot be emptied'))
    this.#isTorn = false
  }

  async #runJob(job: Job): Promise<Outcome> {
    const transaction = new Transaction({
      queries: this.#connection,
      kysely: sqliteKysely,
      // No other transaction runs meanwhile.
      lock: async () => {},
      // All possible listeners are in this process.
      notify: async (tx, channel, payload) => tx.after(() => this.#signals.tell(channel, payload)),
      batches: false,
    })
    this.#savepoint.run([])
    try {
      const value = await within(TRANSACTION_DEADLINE, job.work(transaction))
      if (transaction.failure !== undefined) throw transaction.failure
      this.#release.run([])
      return { job, transaction, value }
    } catch (error) {
      // SQLite has ended the transaction, so there is nothing to roll back to: the whole group has failed.
      if (!this.#connection.driver.inTransaction) throw asStorageError(transaction.failure ?? error)
      this.#connection.exec('ROLLBACK TO job')
      this.#connection.exec('RELEASE job')
      if (isDeadline(error)) this.#log.error(error.message, { work: String(job.work).slice(0, 120) })
      return { job, transaction, failure: { error } }
    } finally {
      transaction.end()
    }
  }

  #rollBack() {
    try {
      if (this.#connection.driver.inTransaction) this.#connection.exec('ROLLBACK')
    } catch (error) {
      this.#log.error('A transaction could not be rolled back', { error: describeError(error) })
    }
  }

  /**
   * A whole group shares a failure of the storage: even one that failed alone may have done so because of what
   * another one had written.
   */
  #refuse(group: readonly Job[], error: unknown) {
    let refused = group
    if (isStorageFull(error)) {
      // With the reserve released, those that may use it get a second attempt.
      if (!this.#reserve.full) {
        this.#waiting = [...group.filter((job) => job.reserved), ...this.#waiting]
        refused = group.filter((job) => !job.reserved)
      }
      this.#reserve.lost()
    } else {
      this.#failing = true
      this.#log.error('Transactions could not be written', { transactions: group.length, error: describeError(error) })
    }
    for (const job of refused) job.reject(error)
  }

  #tell({ job, transaction, value, failure }: Outcome) {
    if (failure) return job.reject(failure.error)
    transaction.committed(this.#log)
    job.resolve(value)
  }
}
