/** Characters of HTML or cells that are taken of any document; a thousand pages of prose have some 3 million. */
export const MAX_LENGTH = 5 * 2 ** 20
/** Characters that are taken of a small document. */
const MIN_LENGTH = 2 ** 20
/** Characters for each byte of the file, which may be packed. */
const LENGTH_RATIO = 32

/**
 * How much of one document is taken, in proportion to its file. What lies behind is left out at a boundary, and told.
 */
export class TextLimit {
  readonly warnings: string[] = []
  #left: number

  /** `fileBytes` is the size of the document as it came. */
  constructor(fileBytes: number) {
    this.#left = Math.min(MAX_LENGTH, MIN_LENGTH + LENGTH_RATIO * fileBytes)
  }

  /** Whether no more is taken. */
  get isReached(): boolean {
    return this.#left < 0
  }

  /** Counts a part; false where the document ends before it. */
  take(length: number): boolean {
    if (this.isReached) return false
    this.#left -= length
    if (this.#left >= 0) return true
    this.warn('The document was cut: it holds more text than is converted at once')
    return false
  }

  /** Takes no more, for another reason than its length. */
  end(warning: string): void {
    this.#left = -1
    this.warn(warning)
  }

  /** Tells the caller what is missing, in a sentence. */
  warn(warning: string): void {
    if (!this.warnings.includes(warning)) this.warnings.push(warning)
  }
}
