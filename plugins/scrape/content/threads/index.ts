import { availableParallelism } from 'node:os'
import type { Converted } from '../converted.ts'
import { Places } from '../places.ts'
import type { Task } from './task.ts'
import { Thread } from './thread.ts'

/** Threads that are at work as a rule: a core is left to the server, which keeps no more than these busy. */
const USUAL = Math.max(1, Math.min(6, availableParallelism() - 1))
/** Threads beyond, while some are with pages that take long. */
const MORE = 2
/** Ms after which a page has taken long, and whoever waits goes on without its thread. */
const LONG = 250

/** Threads that make formats of pages. They start when they are needed, and the usual ones stay; parties take turns. */
class Threads {
  readonly #places = new Places(USUAL, 'pages')
  #idle: Thread[] = []
  #slow = 0

  /** Throws what reading throws, ApiError `service_unavailable` after a minute without a thread, and the signal's reason. */
  async read(task: Task, party: string, signal?: AbortSignal): Promise<Converted> {
    const leave = await this.#places.take(party, signal)
    const thread = this.#idle.pop() ?? new Thread()
    let isSlow = false
    const timer = setTimeout(() => {
      if (this.#slow === MORE) return
      this.#slow++
      isSlow = true
      leave()
    }, LONG)
    try {
      return await thread.read(task, signal)
    } finally {
      clearTimeout(timer)
      if (isSlow) this.#slow--
      if (!thread.isOver) this.#rest(thread)
      leave()
    }
  }

  #rest(thread: Thread): void {
    if (this.#idle.length < USUAL) this.#idle.push(thread)
    else thread.stop()
  }
}

/** The threads of this process. */
export const threads = new Threads()
