import { ApiError } from 'weirjs'

/** Ms that a document waits for a place. */
const PATIENCE = 60_000

interface Waiter {
  host: string
  admit: () => void
}

/** So many documents are read at once, and of one host no more than half as many while others wait. */
export class Places {
  readonly #most: number
  readonly #taken = new Map<string, number>()
  #used = 0
  #waiting: Waiter[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** Resolves with what gives the place back. Throws ApiError `service_unavailable` after a minute, and the signal's reason. */
  async take(host: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#used < this.#most && this.#waiting.length === 0) this.#enter(host)
    else await this.#wait(host, signal)
    return () => this.#leave(host)
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
      const timer = setTimeout(() => giveUp(tooMany()), PATIENCE)
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.push(waiter)
    })
  }
}

const tooMany = () =>
  new ApiError(
    503,
    'service_unavailable',
    'Too many documents are being read: try again in a moment',
    { reason: 'documents' },
    { retryAfter: 5 },
  )
