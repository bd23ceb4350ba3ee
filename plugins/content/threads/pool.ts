import { Thread, type ThreadKind } from './thread.ts'

/** Ms that a thread beyond those that are kept stays without work. */
const IDLE_TIME = 60_000

/** Threads of one kind. They start when they are needed. */
export class ThreadPool {
  readonly #kind: ThreadKind
  /** Threads that stay, with or without work. */
  readonly #kept: number
  readonly #idle: Thread[] = []

  constructor(kind: ThreadKind, kept: number) {
    this.#kind = kind
    this.#kept = kept
  }

  take(): Thread {
    const rested = this.#idle.pop()
    return rested === undefined || rested.isOver ? new Thread(this.#kind) : rested
  }

  giveBack(thread: Thread): void {
    if (!thread.isOver) this.#idle.push(thread)
    // Another takes the place of one that was stopped before it is needed: to start one takes longer than most pages.
    else this.#idle.unshift(new Thread({ ...this.#kind, warmsUp: !this.#kind.yields }))
    this.#trim()
  }

  /** The thread that worked last is the next to work, so the ones at the front are those that are not needed. */
  #trim(): void {
    if (this.#idle.length <= this.#kept) return
    setTimeout(() => {
      if (this.#idle.length > this.#kept) this.#idle.shift()!.stop()
    }, IDLE_TIME).unref?.()
  }
}
