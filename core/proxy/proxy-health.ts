/** Milliseconds that a proxy rests after its first failure; each further one in a row doubles it, up to the most. */
const FIRST_REST = 5000
const MOST_REST = 10 * 60_000
/** Hosts in a row that a proxy alone did not reach, until that counts as its failure. */
const MOST_DOUBTS = 3

/** What a proxy has shown of itself. Times are ms of a clock that never goes back. */
export class ProxyHealth {
  readonly #now: () => number
  #failures = 0
  #failedAt = -1
  #restsUntil = 0
  readonly #doubtedAt = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Until when others go first; in the past for one that is healthy. */
  get restsUntil(): number {
    return this.#restsUntil
  }

  get isResting(): boolean {
    return this.#restsUntil > this.#now()
  }

  /** A connection came about. True where it had failed before. */
  worked(): boolean {
    const isBack = this.#failures > 0
    this.#failures = 0
    this.#restsUntil = 0
    this.#doubtedAt.clear()
    return isBack
  }

  /**
   * It failed in an attempt that was begun at `since`: attempts that run at once count once. Gives the ms of its rest.
   */
  failed(since: number): number | undefined {
    if (since <= this.#failedAt) return undefined
    const rest = Math.min(MOST_REST, FIRST_REST * 2 ** this.#failures)
    this.#failures += 1
    this.#failedAt = this.#now()
    this.#restsUntil = this.#failedAt + rest
    return rest
  }

  /**
   * It did not reach a host, and did not say that this is its own doing. One site may do that on purpose, several are
   * no accident.
   */
  doubted(host: string, since: number): number | undefined {
    this.#doubtedAt.add(host)
    if (this.#doubtedAt.size < MOST_DOUBTS) return undefined
    this.#doubtedAt.clear()
    return this.failed(since)
  }
}
