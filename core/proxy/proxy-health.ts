/**
 * Milliseconds for which a proxy is avoided after its first failure; each further one in a row doubles it, up to the
 * maximum.
 */
const FIRST_COOLDOWN = 5000
const MAX_COOLDOWN = 10 * 60_000
/** How many hosts in a row a proxy, unlike another proxy, may fail to reach before that counts as its failure. */
const MAX_UNREACHED_HOSTS = 3

/** The health of one proxy. Times are in milliseconds of a monotonic clock. */
export class ProxyHealth {
  readonly #now: () => number
  #failures = 0
  #failedAt = -1
  #coolsUntil = 0
  readonly #unreachedHosts = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Until when other proxies are preferred; in the past for a healthy proxy. */
  get coolsUntil(): number {
    return this.#coolsUntil
  }

  get isCooling(): boolean {
    return this.#coolsUntil > this.#now()
  }

  /** Records a connection. Returns true if the proxy had failed before. */
  recordSuccess(): boolean {
    const isBack = this.#failures > 0
    this.#failures = 0
    this.#coolsUntil = 0
    this.#unreachedHosts.clear()
    return isBack
  }

  /**
   * Records a failure in an attempt that started at `since`: attempts at the same time count once. Returns for how
   * many milliseconds the proxy is now avoided, if this failure counts.
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
   * Records that it did not reach a host, without evidence that the proxy is at fault. A single site may block it on
   * purpose; several in a row are the proxy's failure.
   */
  recordUnreached(host: string, since: number): number | undefined {
    this.#unreachedHosts.add(host)
    if (this.#unreachedHosts.size < MAX_UNREACHED_HOSTS) return undefined
    this.#unreachedHosts.clear()
    return this.recordFailure(since)
  }
}
