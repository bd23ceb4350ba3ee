import type { ClientConfig } from 'pg'
import { describeError, type Log } from '../../log.ts'
import { Connection } from './connection.ts'
import { isServing } from './errors.ts'
import { remedyFor } from './remedy.ts'

/** Milliseconds to wait for the answer to a check. */
const CHECK_TIMEOUT = 2_000
/** Milliseconds between two checks of a server that does not answer. */
const CHECK_EVERY = 500

export interface ReachOptions {
  config: ClientConfig
  log: Log
  /** Whether there are connections for queries. */
  isConnected(): boolean
  /** Called as soon as the server is found not to respond. */
  lost(): void
}

/**
 * Whether the server can be reached, accepts connections, and takes writes. After a failure or a slow answer it is
 * sent a simple query over a connection of its own; while it does not respond, nothing else need wait for it.
 */
export class Reach {
  readonly #options: ReachOptions
  #lost = false
  #closed = false
  #checking: Promise<void> | undefined

  constructor(options: ReachOptions) {
    this.#options = options
  }

  get lost() {
    return this.#lost
  }

  /** Finds out whether the server responds, and when it does again. */
  suspect() {
    if (this.#closed) return
    this.#checking ??= this.#checkUntilAnswered().finally(() => {
      this.#checking = undefined
    })
  }

  async close() {
    this.#closed = true
    await this.#checking
  }

  async #checkUntilAnswered() {
    while (!this.#closed) {
      const failure = await this.#check()
      if (failure === undefined) {
        if (this.#lost) this.#options.log.info('Postgres answers again')
        this.#lost = false
        return
      }
      if (!this.#lost) {
        this.#lost = true
        const message = isServing(failure)
          ? `Postgres refuses connections${remedyFor(failure)}`
          : 'Postgres does not answer'
        this.#options.log.error(message, { error: describeError(failure) })
        this.#options.lost()
      }
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY).unref?.())
    }
  }

  /** Returns the failure, if any. */
  async #check(): Promise<unknown> {
    const connection = new Connection({ ...this.#options.config, connectionTimeoutMillis: CHECK_TIMEOUT })
    let isRefused = true
    try {
      await connection.connect()
      isRefused = false
      const { rows } = await connection.ask(
        { text: 'select pg_is_in_recovery() as standby' },
        { timeout: CHECK_TIMEOUT },
      )
      return rows[0].standby ? new Error('The server is a standby, which accepts no writes') : undefined
    } catch (error) {
      // A server that refuses further connections, as it has no more, still serves those that there are.
      return isServing(error) && !(isRefused && !this.#options.isConnected()) ? undefined : error
    } finally {
      connection.drop()
    }
  }
}
