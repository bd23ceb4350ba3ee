/**
 * Milliseconds that a proxy rests after its first failure; doubled for each further one in a row, up to the maximum.
 */
const FIRST_COOLDOWN = 5000
const MAX_COOLDOWN = 10 * 60_000
/** Consecutive hosts that only this proxy could not reach before that counts as its failure. */
const MAX_UNREACHED_HOSTS = 3

/** The observed state of a proxy. Times are ms of a monotonic clock. */
export class ProxyHealth {
  readonly #now: () => number
  #failures = 0
  #failedAt = -1
  #coolsUntil = 0
  readonly #unreachedHosts = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Until when other proxies are preferred; in the past for a healthy one. */
  get coolsUntil(): number {
    return this.#coolsUntil
  }

  get isCooling(): boolean {
    return this.#coolsUntil > this.#now()
  }

  /** A connection was made. Returns whether it had failed before. */
  recordSuccess(): boolean {
    const isBack = this.#failures > 0
    this.#failures = 0
    this.#coolsUntil = 0
    this.#unreachedHosts.clear()
    return isBack
  }

  /**
   * It failed in an attempt that started at `since`: concurrent attempts count once. Returns the duration of its rest
   * in ms.
   */
  recordFailure(since: number): number | undefined {
    if (since <= this.#failedAt) return undefined
    const rest = Math.min(MAX_COOLDOWN, FIRST_COOLDOWN * 2 ** this.#failures)
    this.#failures += 1
    this.#failedAt = this.#now()
    this.#coolsUntil = this.#failedAt + rest
    return rest
  }

  /**
   * It did not reach a host, without saying that this is its own fault. One site may do that on purpose; several are
   * no coincidence.
   */
  recordUnreached(host: string, since: number): number | undefined {
    this.#unreachedHosts.add(host)
    if (this.#unreachedHosts.size < MAX_UNREACHED_HOSTS) return undefined
    this.#unreachedHosts.clear()
    return this.recordFailure(since)
  }
}
