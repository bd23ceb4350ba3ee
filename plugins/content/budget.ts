/** The most characters of one format, whatever the page. Source: decisions 5.9. */
const MAX_LENGTH = 16 * 1024 * 1024
/** Characters that a format may always have, however small the page. */
const MIN_LENGTH = 256 * 1024
/** Characters allowed per byte of a page; real ones stay below 2. */
const TEXT_RATIO = 8
/** Characters of data allowed per byte of a table or other data, whose rows repeat the names of their columns. */
const DATA_RATIO = 32

/**
 * The limits of what one page or document may yield, in proportion to its size, and the warnings about what was cut
 * to stay within them. Each conversion has its own budget. A stage that reaches its limit stops at a boundary (a
 * block, an entry) and reports it with `warn`; it does not throw.
 */
export class Budget {
  /** The most characters of each format of a page, and of each text of any document. */
  readonly maxLength: number
  /** The most characters of the JSON of a document that is data. */
  readonly maxDataLength: number
  readonly #warnings = new Set<string>()

  /** `sourceBytes` is the size of the page or document without its content encoding. */
  constructor(sourceBytes: number) {
    this.maxLength = Math.min(MAX_LENGTH, MIN_LENGTH + TEXT_RATIO * sourceBytes)
    this.maxDataLength = Math.min(MAX_LENGTH, MIN_LENGTH + DATA_RATIO * sourceBytes)
  }

  /** Adds a warning for the caller, a sentence about what is missing; the same sentence is added once. */
  warn(warning: string): void {
    this.#warnings.add(warning)
  }

  /** Warns that a format was cut at `length` characters. */
  warnOfCut(format: string, length: number): void {
    const rule = length === MAX_LENGTH ? 'no format may have more' : 'more would be out of proportion to its source'
    this.warn(`The ${format} was cut at ${sizeOf(length)}: ${rule}`)
  }

  get warnings(): string[] {
    return [...this.#warnings]
  }
}

const sizeOf = (length: number): string => {
  const tenths = (unit: number) => Math.floor((length / unit) * 10) / 10
  return length < 1024 * 1024 ? `${tenths(1024)} KiB` : `${tenths(1024 * 1024)} MiB`
}

/** The characters that a writer may still write. A writer takes room for each piece, and stops when none is left. */
export class Room {
  /** In characters; negative once a piece did not fit. */
  left: number

  constructor(length: number) {
    this.left = length
  }

  get isFull(): boolean {
    return this.left < 0
  }

  /** Takes room for `length` characters; false if there is too little. */
  take(length: number): boolean {
    this.left -= length
    return this.left >= 0
  }
}
