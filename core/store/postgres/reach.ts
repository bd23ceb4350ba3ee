import type { ClientConfig } from 'pg'
import { describeError, type Log } from '../../log.ts'
import { Connection } from './connection.ts'
import { isServing } from './errors.ts'

/** Milliseconds to wait for the answer to a check. */
const CHECK_TIMEOUT = 2_000
/** Milliseconds between two checks of a server that does not answer. */
const CHECK_EVERY = 500

export interface ReachOptions {
  config: ClientConfig
  log: Log
  /** Called as soon as a check gets no answer. */
  lost(): void
}

/**
 * Whether the server can be reached. When a query fails or takes long, a simple query on a connection of its own
 * checks the server. Until one is answered, other callers need not wait for the server.
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

  /** Checks whether the server answers and, if not, when it does again. */
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
        this.#options.log.error('Postgres does not answer', { error: describeError(failure) })
        this.#options.lost()
      }
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY).unref?.())
    }
  }

  /** Returns the failure, if any. */
  async #check(): Promise<unknown> {
    const connection = new Connection({ ...this.#options.config, connectionTimeoutMillis: CHECK_TIMEOUT })
    try {
      await connection.connect()
      await connection.ask({ text: 'select 1' }, { timeout: CHECK_TIMEOUT })
      return undefined
    } catch (error) {
      return isServing(error) ? undefined : error
    } finally {
      connection.drop()
    }
  }
}
