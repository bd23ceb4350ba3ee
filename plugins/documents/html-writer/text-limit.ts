/** Maximum of characters of a document, in HTML or cells. A thousand pages of prose have some 3 million. */
export const MAX_LENGTH = 5 * 2 ** 20
/** Characters that even a small document may have. */
const MIN_LENGTH = 2 ** 20
/** Characters for each byte of the file, which may be compressed. */
const LENGTH_RATIO = 32

/**
 * Limits the text of a document in proportion to the size of its file. The rest is left out, with a warning.
 */
export class TextLimit {
  readonly warnings: string[] = []
  #left: number

  /** `fileBytes`: the size of the document's file. */
  constructor(fileBytes: number) {
    this.#left = Math.min(MAX_LENGTH, MIN_LENGTH + LENGTH_RATIO * fileBytes)
  }

  /** Whether the limit was reached. */
  get isReached(): boolean {
    return this.#left < 0
  }

  /** Counts a part of the document; false if it must be left out. */
  take(length: number): boolean {
    if (this.isReached) return false
    this.#left -= length
    if (this.#left >= 0) return true
    this.warn('The document was cut: it holds more text than is converted at once')
    return false
  }

  /** Ends the document here, for another reason than its length. */
  end(warning: string): void {
    this.#left = -1
    this.warn(warning)
  }

  /** Adds a warning, a sentence about what is missing. */
  warn(warning: string): void {
    if (!this.warnings.includes(warning)) this.warnings.push(warning)
  }
}
