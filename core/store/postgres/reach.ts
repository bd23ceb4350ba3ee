import type { ClientConfig } from 'pg'
import { describeError, type Log } from '../../log.ts'
import { Connection } from './connection.ts'
import { isServing } from './errors.ts'

/** Milliseconds to wait for the answer to the simplest query. */
const PATIENCE = 2_000
/** Milliseconds between two such queries to a server that does not respond. */
const ASK_EVERY = 500

export interface ReachOptions {
  config: ClientConfig
  log: Log
  /** Called as soon as the server is found not to respond. */
  lost(): void
}

/**
 * Whether the server can be reached. After a failure or a slow answer it is sent a simple query over a connection of
 * its own; while it does not respond, nothing else need wait for it.
 */
export class Reach {
  readonly #options: ReachOptions
  #lost = false
  #closed = false
  #asking: Promise<void> | undefined

  constructor(options: ReachOptions) {
    this.#options = options
  }

  get lost() {
    return this.#lost
  }

  /** Finds out whether the server responds, and when it does again. */
  suspect() {
    if (this.#closed) return
    this.#asking ??= this.#askUntilAnswered().finally(() => {
      this.#asking = undefined
    })
  }

  async close() {
    this.#closed = true
    await this.#asking
  }

  async #askUntilAnswered() {
    while (!this.#closed) {
      const failure = await this.#ask()
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
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY).unref?.())
    }
  }

  /** Returns the error that it failed with. */
  async #ask(): Promise<unknown> {
    const connection = new Connection({ ...this.#options.config, connectionTimeoutMillis: PATIENCE })
    try {
      await connection.connect()
      await connection.ask({ text: 'select 1' }, { timeout: PATIENCE })
      return undefined
    } catch (error) {
      return isServing(error) ? undefined : error
    } finally {
      connection.drop()
    }
  }
}
