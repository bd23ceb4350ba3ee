import { ApiError } from 'weirjs'

/** Ms that one waits for a place. */
const PATIENCE = 60_000

interface Waiter {
  party: string
  admit: () => void
}

/**
 * So many are at work at once, and a few more of parties that have none at work. Of those who wait, the one goes first whose party (an account, a host) has the fewest at work;
 * among these, whose party has waited longest since it had a place; and of a party, who came first.
 */
export class Places {
  readonly #most: number
  readonly #more: number
  readonly #what: string
  readonly #taken = new Map<string, number>()
  /** When parties last got a place, in places given; forgotten when nobody is at work. */
  readonly #served = new Map<string, number>()
  #given = 0
  #used = 0
  #waiting: Waiter[] = []

  /** `what` names those at work where there are too many: `documents`. */
  constructor({ most, more = 0, what }: { most: number; more?: number; what: string }) {
    this.#most = most
    this.#more = more
    this.#what = what
  }

  /** Resolves with what gives the place back. Throws ApiError `service_unavailable` after a minute, and the signal's reason. */
  async take(party: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    await this.#wait(party, signal)
    return () => this.#leave(party)
  }

  #enter(party: string): void {
    this.#used++
    this.#taken.set(party, (this.#taken.get(party) ?? 0) + 1)
    this.#served.set(party, ++this.#given)
  }

  #leave(party: string): void {
    this.#used--
    const left = this.#taken.get(party)! - 1
    if (left === 0) this.#taken.delete(party)
    else this.#taken.set(party, left)
    this.#admit()
    if (this.#used === 0) this.#served.clear()
  }

  #admit(): void {
    while (this.#waiting.length > 0) {
      const next = this.#waiting.reduce((best, each) => (this.#isBefore(each, best) ? each : best))
      if (!this.#isFreeFor(next.party)) return
      this.#waiting = this.#waiting.filter((each) => each !== next)
      this.#enter(next.party)
      next.admit()
    }
  }

  #isFreeFor(party: string): boolean {
    return this.#used < this.#most + (this.#taken.has(party) ? 0 : this.#more)
  }

  #isBefore({ party: one }: Waiter, { party: other }: Waiter): boolean {
    const more = (this.#taken.get(one) ?? 0) - (this.#taken.get(other) ?? 0)
    return more < 0 || (more === 0 && (this.#served.get(one) ?? 0) < (this.#served.get(other) ?? 0))
  }

  #wait(party: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        party,
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
      this.#admit()
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
