import { availableParallelism } from 'node:os'
import { FairSemaphore, type PermitRequest } from 'weirjs'
import type { PageLook } from '../app-shell/is-script-shell.ts'
import type { Converted } from '../converted.ts'
import { ThreadPool } from './pool.ts'
import { lookTask, type Reading, readTask, readWritten, type Task, type TaskName, type Tasks } from './task.ts'

export { captionsTask, playerTask, readWritten, videoTask, watchPageTask } from './task.ts'

/** Threads that are at work as a rule: a core is left to the server, which keeps no more than these busy. */
const USUAL = Math.max(1, Math.min(6, availableParallelism() - 1))
/** Threads beyond, so that whoever has a page or two need not wait for the long pages of others. */
const MORE = 2
/** Ms that a page waits for a thread. */
const PATIENCE = 60_000

/** Threads that read pages. They start when they are needed; the accounts that want one take turns. */
class Threads {
  readonly #permits = new FairSemaphore({ permits: USUAL, spare: MORE, patience: PATIENCE, what: 'conversions' })
  readonly #prompt = new ThreadPool({ yields: false }, USUAL)
  /**
   * For accounts whose pages are slow: others find the processor free, and threads that have not been stopped for being
   * late.
   */
  readonly #patient = new ThreadPool({ yields: true }, 1)

  /**
   * Calls `taken` when a thread has what is to be read. Throws what reading throws, ApiError `service_unavailable`
   * after a minute without a thread, and the signal's reason.
   */
  async read(reading: Reading, permit: PermitRequest, taken?: () => void): Promise<Converted> {
    return readWritten(await this.run(() => readTask(reading), permit, taken))
  }

  /** Throws what `read` throws. */
  look(page: Uint8Array, permit: PermitRequest): Promise<PageLook> {
    return this.run(() => lookTask(page), permit)
  }

  /**
   * The task is made when its turn has come, so that what waits holds no bytes of its own. Throws what `read` throws.
   */
  async run<N extends TaskName>(
    make: () => Task<N>,
    permit: PermitRequest,
    taken?: () => void,
  ): Promise<Tasks[N]['gives']> {
    const release = await this.#permits.acquire(permit)
    const pool = this.#permits.isSlow(permit.key) ? this.#patient : this.#prompt
    const thread = pool.take()
    try {
      const given = thread.run(make(), permit.signal)
      taken?.()
      return await given
    } finally {
      pool.giveBack(thread)
      release()
    }
  }
}

/** The threads of this process. */
export const threads = new Threads()
