/** The most texts of a site in memory, some 100 kB. */
const MAX_TEXTS = 4000
/** The most pages that a site is learned from: by then its repeated texts are known. */
const MAX_PAGES = 32
/** A text is repeated if it occurs on this share of the pages, and on at least this many. */
const MIN_SHARE = 0.5
const MIN_PAGES = 3

/** The repeated texts of a site, learned from the pages read so far. */
export class SiteFrame {
  #pages = 0
  /** The number of pages with each text, by its hash. */
  readonly #counts = new Map<number, number>()
  #repeated: Int32Array | undefined

  /** Learns a page from the distinct hashes of its texts. */
  learn(texts: Int32Array): void {
    if (this.#pages === MAX_PAGES) return
    this.#pages++
    this.#repeated = undefined
    for (const text of texts) {
      const count = this.#counts.get(text)
      if (count !== undefined) this.#counts.set(text, count + 1)
      else if (this.#counts.size < MAX_TEXTS) this.#counts.set(text, 1)
    }
    if (this.#counts.size === MAX_TEXTS || this.#pages === MAX_PAGES) this.#forgetSingles()
  }

  /** The hashes of the repeated texts; empty before enough pages are learned. */
  get repeated(): Int32Array {
    const least = Math.max(MIN_PAGES, this.#pages * MIN_SHARE)
    this.#repeated ??= Int32Array.from([...this.#counts].filter(([, count]) => count >= least).map(([text]) => text))
    return this.#repeated
  }

  /** Makes room by forgetting texts that occurred on only one page. */
  #forgetSingles(): void {
    for (const [text, count] of this.#counts) if (count === 1) this.#counts.delete(text)
  }
}
