/** Texts of one site that are remembered, some 100 kB. */
const MAX_TEXTS = 4000
/** Pages that a site is learned from: what comes again on its pages is known by then. */
const MAX_PAGES = 32
/** A text comes again when it stands on this share of the pages, and on so many. */
const MIN_SHARE = 0.5
const MIN_PAGES = 3

/** The texts that come again on the pages of a site, as far as they have been read. */
export class SiteFrame {
  #pages = 0
  /** On how many pages each text stands, by its hash. */
  readonly #counts = new Map<number, number>()
  #repeated: Int32Array | undefined

  /** Learns a page by the hashes of its texts, each once. */
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

  /** Hashes of the texts that come again; none before enough pages were learned. */
  get repeated(): Int32Array {
    const least = Math.max(MIN_PAGES, this.#pages * MIN_SHARE)
    this.#repeated ??= Int32Array.from([...this.#counts].filter(([, count]) => count >= least).map(([text]) => text))
    return this.#repeated
  }

  /** Makes room: what stood on one page so far is of that page. */
  #forgetSingles(): void {
    for (const [text, count] of this.#counts) if (count === 1) this.#counts.delete(text)
  }
}
