/** Characters of one format, whatever its page. Source: decisions 5.9. */
const MAX_LENGTH = 16 * 1024 * 1024
/** Characters that a format of a small page may have. */
const MIN_LENGTH = 256 * 1024
/** Characters of a format for each byte of its page; real pages stay below 4. */
const LENGTH_RATIO = 8

/**
 * What one page or document may yield, in proportion to its size, and what was cut to stay within that. Each conversion has
 * its own. A stage that reaches its bound stops at a boundary (a block, an entry) and says so by `warn`; it does not throw.
 */
export class Budget {
  /** Characters that each format may have. */
  readonly maxLength: number
  readonly #warnings = new Set<string>()

  /** `sourceBytes` is the size of the page or document without its content encoding. */
  constructor(sourceBytes: number) {
    this.maxLength = Math.min(MAX_LENGTH, MIN_LENGTH + LENGTH_RATIO * sourceBytes)
  }

  /** Tells the caller what is missing, in a sentence; the same sentence is told once. */
  warn(warning: string): void {
    this.#warnings.add(warning)
  }

  get warnings(): string[] {
    return [...this.#warnings]
  }
}
