import { availableParallelism } from 'node:os'
import { FairSemaphore, type PermitRequest } from 'weirjs'
import type { ThreadTask } from './task.ts'
import { NotDone, Thread, type ThreadKind } from './thread.ts'

/** The usual number of busy threads: one core is left to the server, which cannot keep more than these busy. */
const USUAL = Math.max(1, Math.min(6, availableParallelism() - 1))
/** The most tasks of a busy thread: with the next one at hand it need not wait for the server. */
const MAX_LOAD = 2
/** Further threads, so that an account with a page or two does not wait for the long pages of others. */
const EXTRA = 2
/** Milliseconds that a page waits for a thread. */
const PATIENCE = 60_000
/** Milliseconds of CPU time from which on an account's pages count as slow; typical pages take a twentieth. */
const SLOW = 250

/** Milliseconds until an idle thread beyond those that are kept is stopped. */
const IDLE_TIME = 60_000

/** A pool of threads of one kind, started on demand. */
class ThreadPool {
  readonly #kind: ThreadKind
  /** The number of threads that are kept while idle. */
  readonly #kept: number
  readonly #idle: Thread[] = []
  /** The busy threads, with the account whose tasks they run. */
  readonly #working = new Map<Thread, string>()
  readonly #listener = {
    rested: (thread: Thread) => this.#rest(thread),
    ended: (thread: Thread) => this.#end(thread),
  }

  constructor(kind: ThreadKind, kept: number) {
    this.#kind = kind
    this.#kept = kept
  }

  /**
   * Takes a thread for an account's task. If enough threads are busy, a task that `mayWait` is queued behind another
   * of its account; if too many are, behind any.
   */
  take(key: string, mayWait: boolean): Thread {
    const { size } = this.#working
    if (mayWait && size >= USUAL)
      for (const [thread, at] of this.#working)
        if (thread.load < MAX_LOAD && (at === key || size >= USUAL + EXTRA)) return thread
    const thread = this.#idle.pop() ?? new Thread(this.#kind, this.#listener)
    this.#working.set(thread, key)
    return thread
  }

  #rest(thread: Thread): void {
    this.#working.delete(thread)
    this.#idle.push(thread)
    this.#trim()
  }

  #end(thread: Thread): void {
    const at = this.#idle.indexOf(thread)
    if (at >= 0) this.#idle.splice(at, 1)
    if (!this.#working.delete(thread)) return
    // Replaces a thread that was stopped before it is needed, because starting one takes longer than most pages.
    this.#idle.unshift(new Thread({ ...this.#kind, warmsUp: !this.#kind.yields }, this.#listener))
    this.#trim()
  }

  /** The last thread to finish is the next to be used, so the threads at the front are not needed. */
  #trim(): void {
    if (this.#idle.length <= this.#kept) return
    setTimeout(() => {
      if (this.#idle.length > this.#kept) this.#idle[0]!.stop()
    }, IDLE_TIME).unref?.()
  }
}

/** The threads that convert pages, started on demand and shared fairly between accounts. */
class Threads {
  readonly #permits = new FairSemaphore({
    permits: USUAL * MAX_LOAD,
    spare: EXTRA,
    patience: PATIENCE,
    slow: SLOW,
    what: 'conversions',
  })
  readonly #prompt = new ThreadPool({ yields: false }, USUAL)
  /**
   * For accounts whose pages are slow. Other accounts keep the processor, and threads that have not been stopped for
   * taking too long.
   */
  readonly #patient = new ThreadPool({ yields: true }, 1)

  /**
   * Runs a task on a thread. `make` is called once a thread is free, so that waiting tasks hold no copies of bytes,
   * and called again if the thread ended because of another task. `taken` is called once a thread has the task; with
   * it, `make` is called only once, and the task is never queued behind another. Throws what the task throws,
   * ApiError `service_unavailable` after a minute without a thread, and the signal's reason.
   */
  async run<Gives>(make: () => ThreadTask<Gives>, permit: PermitRequest, taken?: () => void): Promise<Gives> {
    const release = await this.#permits.acquire(permit)
    const pool = this.#permits.isSlow(permit.key) ? this.#patient : this.#prompt
    let thread: Thread | undefined
    const begun = performance.now()
    try {
      for (;;) {
        // If it fails, no thread waits for it.
        const task = make()
        thread = pool.take(permit.key, taken === undefined)
        const given = thread.run(task, permit.signal)
        taken?.()
        try {
          return await given
        } catch (error) {
          if (!(error instanceof NotDone)) throw error
        }
      }
    } finally {
      // A task that was stopped would have taken longer.
      release(thread?.isOver ? Math.max(SLOW, performance.now() - begun) : thread?.took)
    }
  }
}

/** The threads of this process. */
export const threads = new Threads()
