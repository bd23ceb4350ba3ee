/** Words in a window, so that a long text is not called poorer than a short one (moving-average type-token ratio). */
const WINDOW = 100

/** How many different words a text uses: distinct ones in a window that moves over it, each word known by a number. */
export class Diversity {
  readonly #seen = new Map<number, number>()
  readonly #ring = new Int32Array(WINDOW)
  #distinct = 0
  #sum = 0
  #count = 0

  add(word: number): void {
    const at = this.#count++
    const slot = at % WINDOW
    if (at >= WINDOW && this.#seen.get(this.#ring[slot]!) === at - WINDOW) this.#distinct--
    const last = this.#seen.get(word)
    if (last === undefined || last <= at - WINDOW) this.#distinct++
    this.#seen.set(word, at)
    this.#ring[slot] = word
    if (at >= WINDOW - 1) this.#sum += this.#distinct
  }

  /** Mean share of different words in windows of 100 words; of fewer words, in all of them. 0 to 1. */
  get share(): number {
    if (this.#count === 0) return 0
    if (this.#count < WINDOW) return this.#distinct / this.#count
    return this.#sum / (this.#count - WINDOW + 1) / WINDOW
  }
}
