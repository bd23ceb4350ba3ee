import { availableParallelism } from 'node:os'
import { FairSemaphore, type PermitRequest } from 'weirjs'
import type { ThreadTask } from './task.ts'
import { NotDone, Thread, type ThreadKind } from './thread.ts'

/** Threads that usually work: one core is left to the server, which cannot keep more than these busy. */
const USUAL = Math.max(1, Math.min(6, availableParallelism() - 1))
/** Tasks that such a thread has at once: with the next one at hand it need not wait for the server. */
const AT_HAND = 2
/** Threads beyond those, so that an account with a page or two does not wait for the long pages of others. */
const MORE = 2
/** Ms that a page waits for a thread. */
const PATIENCE = 60_000
/** Ms of CPU that make an account's pages slow: those of usual size take a twentieth of it. */
const SLOW = 250

/** Ms that a thread beyond those that are kept stays without work. */
const IDLE_TIME = 60_000

/** Threads of one kind. They start when they are needed. */
class ThreadPool {
  readonly #kind: ThreadKind
  /** Threads that stay, with or without work. */
  readonly #kept: number
  readonly #idle: Thread[] = []
  /** Threads at work, with the account whose tasks they run. */
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
   * A thread for an account's task. Where enough are at work, one that `mayWait` goes behind another of that account;
   * where too many are, behind any.
   */
  take(key: string, mayWait: boolean): Thread {
    const { size } = this.#working
    if (mayWait && size >= USUAL)
      for (const [thread, at] of this.#working)
        if (thread.load < AT_HAND && (at === key || size >= USUAL + MORE)) return thread
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
    // Another takes the place of one that was stopped before it is needed: to start one takes longer than most pages.
    this.#idle.unshift(new Thread({ ...this.#kind, warmsUp: !this.#kind.yields }, this.#listener))
    this.#trim()
  }

  /** The thread that worked last is the next to work, so the ones at the front are those that are not needed. */
  #trim(): void {
    if (this.#idle.length <= this.#kept) return
    setTimeout(() => {
      if (this.#idle.length > this.#kept) this.#idle[0]!.stop()
    }, IDLE_TIME).unref?.()
  }
}

/** Threads that read pages. They start when they are needed; the accounts that want one take turns. */
class Threads {
  readonly #permits = new FairSemaphore({
    permits: USUAL * AT_HAND,
    spare: MORE,
    patience: PATIENCE,
    slow: SLOW,
    what: 'conversions',
  })
  readonly #prompt = new ThreadPool({ yields: false }, USUAL)
  /**
   * For accounts whose pages are slow: others find the processor free, and threads that have not been stopped for
   * being late.
   */
  readonly #patient = new ThreadPool({ yields: true }, 1)

  /**
   * The task is made when its turn has come, so that what waits holds no bytes of its own, and again where its thread
   * ends for another one; with `taken`, which is called when a thread has it, it is made once and waits for no other.
   * Throws what the task throws, ApiError `service_unavailable` after a minute without a thread, and the signal's
   * reason.
   */
  async run<Gives>(make: () => ThreadTask<Gives>, permit: PermitRequest, taken?: () => void): Promise<Gives> {
    const release = await this.#permits.acquire(permit)
    const pool = this.#permits.isSlow(permit.key) ? this.#patient : this.#prompt
    let thread: Thread | undefined
    const begun = performance.now()
    try {
      for (;;) {
        thread = pool.take(permit.key, taken === undefined)
        const given = thread.run(make(), permit.signal)
        taken?.()
        try {
          return await given
        } catch (error) {
          if (!(error instanceof NotDone)) throw error
        }
      }
    } finally {
      // What was stopped would have taken longer.
      release(thread?.isOver ? Math.max(SLOW, performance.now() - begun) : thread?.took)
    }
  }
}

/** The threads of this process. */
export const threads = new Threads()
