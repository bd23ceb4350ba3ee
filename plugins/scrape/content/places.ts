import { ApiError } from 'weirjs'

/** Ms that one waits for a place. */
const PATIENCE = 60_000

interface Waiter {
  host: string
  admit: () => void
}

/** So many are at work at once; of those who wait, the one goes first whose host has the fewest at work. */
export class Places {
  readonly #most: number
  readonly #what: string
  readonly #taken = new Map<string, number>()
  #used = 0
  #waiting: Waiter[] = []

  /** `what` names those at work where there are too many: `documents`. */
  constructor(most: number, what: string) {
    this.#most = most
    this.#what = what
  }

  /** Resolves with what gives the place back, once. Throws ApiError `service_unavailable` after a minute, and the signal's reason. */
  async take(host: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#used < this.#most && this.#waiting.length === 0) this.#enter(host)
    else await this.#wait(host, signal)
    let isTaken = true
    return () => {
      if (isTaken) this.#leave(host)
      isTaken = false
    }
  }

  #enter(host: string): void {
    this.#used++
    this.#taken.set(host, (this.#taken.get(host) ?? 0) + 1)
  }

  #leave(host: string): void {
    this.#used--
    const left = this.#taken.get(host)! - 1
    if (left === 0) this.#taken.delete(host)
    else this.#taken.set(host, left)
    this.#admit()
  }

  /** Whoever's host has the fewest places; among these, who came first. */
  #admit(): void {
    if (this.#used >= this.#most || this.#waiting.length === 0) return
    const share = ({ host }: Waiter) => this.#taken.get(host) ?? 0
    const next = this.#waiting.reduce((best, each) => (share(each) < share(best) ? each : best))
    this.#waiting = this.#waiting.filter((each) => each !== next)
    this.#enter(next.host)
    next.admit()
  }

  #wait(host: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        host,
        admit: () => {
          end()
          resolve()
        },
      }
      const giveUp = (reason: unknown) => {
        end()
        this.#waiting = this.#waiting.filter((each) => each !== waiter)
        reject(reason)
      }
      const abort = () => giveUp(signal?.reason)
      const timer = setTimeout(() => giveUp(tooMany(this.#what)), PATIENCE)
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.push(waiter)
    })
  }
}

const tooMany = (what: string) =>
  new ApiError(
    503,
    'service_unavailable',
    `Too many ${what} are being read: try again in a moment`,
    { reason: what },
    { retryAfter: 5 },
  )
