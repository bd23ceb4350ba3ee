/** Milliseconds over which requests in flight are averaged. Source: decisions 13. */
const AVERAGE_OVER = 10_000
/** Milliseconds of one slice of the average. */
const SLICE = 100
const SLICES = AVERAGE_OVER / SLICE

/** An account's requests in flight, and their recent history: requests times milliseconds for each slice of time. */
export class Flight {
  count = 0
  readonly #slices = new Float64Array(SLICES)
  #at: number

  constructor(now: number) {
    this.#at = now
  }

  change(by: number, now: number) {
    this.#advance(now)
    this.count += by
  }

  average(now: number): number {
    this.#advance(now)
    let sum = 0
    // By index, as an iterator is much slower and every request runs this.
    for (let i = 0; i < SLICES; i++) sum += this.#slices[i]!
    return sum / AVERAGE_OVER
  }

  #advance(now: number) {
    // Nothing has changed within the window, so all slices are the same.
    if (now - this.#at > AVERAGE_OVER) {
      this.#slices.fill(this.count * SLICE)
      this.#at = now
    }
    while (this.#at < now) {
      const slice = Math.floor(this.#at / SLICE)
      const end = Math.min(now, (slice + 1) * SLICE)
      // A new slice replaces the one of ten seconds ago.
      if (this.#at === slice * SLICE) this.#slices[slice % SLICES] = 0
      this.#slices[slice % SLICES]! += this.count * (end - this.#at)
      this.#at = end
    }
  }
}
