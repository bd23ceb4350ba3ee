import { describeError, type Log } from '../../log.ts'
import type { Tx, WriteOptions } from '../port.ts'
import type { Connection } from './connection.ts'
import { isLocked, storageError } from './errors.ts'
import { Transaction } from './transaction.ts'

/** Milliseconds that the work of one transaction may wait for something that is not the store. */
const TRANSACTION_DEADLINE = 5_000
/** Milliseconds for which another process may hold the lock. */
const LOCK_DEADLINE = 5_000
/** Milliseconds after which a group takes no further transaction, so that requests are served between groups. */
const GROUP_TIME = 5

interface Job {
  work: (tx: Tx) => Promise<unknown>
  durable: boolean
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** What became of a transaction, told to its caller when the group is committed. */
interface Outcome {
  job: Job
  transaction: Transaction
  value?: unknown
  error?: unknown
  failed: boolean
}

/**
 * The one writer of a file. Transactions wait until the requests that the event loop has at hand have been heard, then
 * run one after the other within one commit; what arrives meanwhile makes the next group.
 */
export class Writer {
  readonly #connection: Connection
  readonly #log: Log
  #waiting: Job[] = []
  #running: Promise<void> | undefined
  #closed = false
  #full: boolean | undefined

  constructor(connection: Connection, log: Log) {
    this.#connection = connection
    this.#log = log
  }

  write<T>(work: (tx: Tx) => Promise<T>, { durable = true }: WriteOptions = {}): Promise<T> {
    if (this.#closed) return Promise.reject(storageError('storage_unavailable', new Error('The store is closed')))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, durable, resolve: resolve as Job['resolve'], reject })
      this.#running ??= this.#drain()
    })
  }

  /** Refuses further transactions and waits for those that were taken. */
  async close() {
    this.#closed = true
    await this.#running
  }

  async #drain() {
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      await this.#runGroup()
    }
    this.#running = undefined
  }

  async #runGroup() {
    const outcomes: Outcome[] = []
    const group = this.#waiting
    this.#waiting = []
    try {
      await this.#begin(group.some((job) => job.durable))
      const started = performance.now()
      for (let taken = 0; taken < group.length; taken++) {
        if (taken > 0 && performance.now() - started > GROUP_TIME) {
          this.#waiting = [...group.splice(taken), ...this.#waiting]
          break
        }
        outcomes.push(await this.#runJob(group[taken]!))
      }
      this.#connection.exec('COMMIT')
    } catch (error) {
      this.#rollBack()
      // Even one that failed by itself may have done so for what another of this group had written.
      for (const job of group) job.reject(error)
      return
    }
    for (const outcome of outcomes) this.#tell(outcome)
  }

  async #begin(durable: boolean) {
    if (this.#full !== durable) {
      this.#connection.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
      this.#full = durable
    }
    const deadline = performance.now() + LOCK_DEADLINE
    for (;;) {
      try {
        return this.#connection.driver.exec('BEGIN IMMEDIATE')
      } catch (error) {
        // SQLite's own waiting would stop the whole process.
        if (!isLocked(error) || performance.now() > deadline) throw storageError('storage_unavailable', error)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  }

  async #runJob(job: Job): Promise<Outcome> {
    const transaction = new Transaction(this.#connection)
    this.#connection.exec('SAVEPOINT one')
    try {
      const value = await within(TRANSACTION_DEADLINE, job.work(transaction))
      if (transaction.broken) throw transaction.broken
      transaction.end()
      this.#connection.exec('RELEASE one')
      return { job, transaction, value, failed: false }
    } catch (error) {
      // Without a transaction there is nothing left to roll back to: the whole group has failed.
      if (!this.#connection.driver.inTransaction) throw transaction.broken ?? error
      transaction.end()
      this.#connection.exec('ROLLBACK TO one')
      this.#connection.exec('RELEASE one')
      if (error instanceof DeadlineError) this.#log.error(error.message, { work: String(job.work).slice(0, 120) })
      return { job, transaction, error, failed: true }
    }
  }

  #rollBack() {
    if (this.#connection.driver.inTransaction) this.#connection.exec('ROLLBACK')
  }

  #tell({ job, transaction, value, error, failed }: Outcome) {
    if (failed) return job.reject(error)
    for (const work of transaction.afterwards) {
      try {
        work()
      } catch (error) {
        this.#log.error('Work after a transaction failed', { error: describeError(error) })
      }
    }
    job.resolve(value)
  }
}

class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** The transactions behind wait for this one, so it may not wait for a network, a timer or another transaction. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new DeadlineError(
            `A transaction was rolled back: its work had not ended after ${milliseconds} ms. It may await nothing but its own queries`,
          ),
        ),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
