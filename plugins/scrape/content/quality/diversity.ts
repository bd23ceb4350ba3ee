/** Words in a window, so that a long text is not called poorer than a short one (moving-average type-token ratio). */
const WINDOW = 100
/** Places that are remembered: the next power of two. */
const RING = 127
const BUCKETS = 512

/** How many different words a text uses: distinct ones in a window that moves over it, each word known by a number. */
export class Diversity {
  /** The place (from 1) of the last word in each bucket; of each place in the ring the one before it in its bucket. */
  readonly #heads = new Int32Array(BUCKETS)
  readonly #before = new Int32Array(RING + 1)
  readonly #words = new Int32Array(RING + 1)
  /** Whether the word occurs again behind this place. */
  readonly #again = new Uint8Array(RING + 1)
  #distinct = 0
  #sum = 0
  #count = 0

  add(word: number): void {
    const place = ++this.#count
    const gone = Math.max(0, place - WINDOW)
    if (gone > 0 && this.#again[gone & RING] === 0) this.#distinct--
    const bucket = Math.imul(word, 0x9e3779b1) >>> 23
    const last = this.#heads[bucket]!
    let same = last
    while (same > gone && this.#words[same & RING] !== word) same = this.#before[same & RING]!
    if (same > gone) this.#again[same & RING] = 1
    else this.#distinct++
    const at = place & RING
    this.#heads[bucket] = place
    this.#before[at] = last
    this.#words[at] = word
    this.#again[at] = 0
    if (place >= WINDOW) this.#sum += this.#distinct
  }

  /** Mean share of different words in windows of 100 words; of fewer words, in all of them. 0 to 1. */
  get share(): number {
    if (this.#count === 0) return 0
    if (this.#count < WINDOW) return this.#distinct / this.#count
    return this.#sum / (this.#count - WINDOW + 1) / WINDOW
  }
}
