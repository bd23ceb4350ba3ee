/** Milliseconds that a proxy rests after its first failure; each further one in a row doubles it, up to the most. */
const FIRST_COOLDOWN = 5000
const MAX_COOLDOWN = 10 * 60_000
/** Hosts in a row that a proxy alone did not reach, until that counts as its failure. */
const MAX_UNREACHED_HOSTS = 3

/** What a proxy has shown of itself. Times are ms of a clock that never goes back. */
export class ProxyHealth {
  readonly #now: () => number
  #failures = 0
  #failedAt = -1
  #coolsUntil = 0
  readonly #unreachedHosts = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Until when others go first; in the past for one that is healthy. */
  get coolsUntil(): number {
    return this.#coolsUntil
  }

  get isCooling(): boolean {
    return this.#coolsUntil > this.#now()
  }

  /** A connection came about. True where it had failed before. */
  recordSuccess(): boolean {
    const isBack = this.#failures > 0
    this.#failures = 0
    this.#coolsUntil = 0
    this.#unreachedHosts.clear()
    return isBack
  }

  /**
   * It failed in an attempt that was begun at `since`: attempts that run at once count once. Gives the ms of its
   * rest.
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
   * It did not reach a host, and did not say that this is its own doing. One site may do that on purpose, several are
   * no accident.
   */
  recordUnreached(host: string, since: number): number | undefined {
    this.#unreachedHosts.add(host)
    if (this.#unreachedHosts.size < MAX_UNREACHED_HOSTS) return undefined
    this.#unreachedHosts.clear()
    return this.recordFailure(since)
  }
}
