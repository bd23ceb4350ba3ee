import { type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import { storageError } from '../storage-error.ts'
import { Connection } from './connection.ts'
import { toStoreError } from './errors.ts'
import type { Reach } from './reach.ts'

/** Milliseconds after which an idle connection is closed. */
const IDLE = 30_000
/** Milliseconds that closing waits for a server that does not respond. */
const END_TIMEOUT = 2_000

type Pooled = Connection & Pick<PoolClient, 'release'>
/** The pool returns instances of the class that it was given. */
const own = (client: ClientBase) => client as unknown as Pooled

/** Connections kept for reuse. */
export class Connections {
  readonly #pool: Pool
  readonly #reach: Reach
  readonly #open = new Set<Connection>()
  /** How many more may be in use, and who is waiting for one. */
  #free: number
  #waiting: PromiseWithResolvers<void>[] = []

  constructor(config: ClientConfig, { most, reach }: { most: number; reach: Reach }) {
    this.#reach = reach
    this.#free = most
    const Client = Connection as unknown as new () => ClientBase
    this.#pool = new Pool({ ...config, Client, max: most, idleTimeoutMillis: IDLE })
    // An idle connection was lost.
    this.#pool.on('error', () => reach.suspect())
    this.#pool.on('connect', (client) => void this.#open.add(own(client)))
    this.#pool.on('remove', (client) => void this.#open.delete(own(client)))
  }

  /**
   * Runs `work` on a connection of its own. Throws ApiError `service_unavailable` at once while the server does not
   * respond, and as soon as that is detected.
   */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#reach.lost) throw storageError('storage_unavailable')
    await this.#acquire()
    try {
      const connection = await this.#take()
      try {
        return await work(connection)
      } finally {
        if (connection.isLost) this.#reach.suspect()
        connection.release(connection.isLost)
      }
    } finally {
      const next = this.#waiting.shift()
      if (next) next.resolve()
      else this.#free++
    }
  }

  /** Whether there is at least one connection that was not lost. */
  get isConnected() {
    return [...this.#open].some((connection) => !connection.isLost)
  }

  /** Drops all connections, so that nothing waits for an answer any longer. */
  drop() {
    for (const connection of this.#open) connection.drop()
    for (const waiter of this.#waiting.splice(0)) waiter.reject(storageError('storage_unavailable'))
  }

  async close() {
    const late = setTimeout(() => this.drop(), END_TIMEOUT)
    await this.#pool.end()
    clearTimeout(late)
  }

  /**
   * Waits for a free connection. Not in the pool, whose connect timeout includes the wait: a busy server would look
   * like an unreachable one.
   */
  async #acquire() {
    if (this.#free > 0) {
      this.#free--
      return
    }
    const waiter = Promise.withResolvers<void>()
    this.#waiting.push(waiter)
    await waiter.promise
  }

  async #take(): Promise<Pooled> {
    try {
      return own(await this.#pool.connect())
    } catch (error) {
      this.#reach.suspect()
      throw toStoreError(error)
    }
  }
}
