/** Characters of one format, whatever its page. Source: decisions 5.9. */
const MAX_LENGTH = 16 * 1024 * 1024
/** Characters that a format of a small page may have. */
const MIN_LENGTH = 256 * 1024
/** Characters for each byte of a page; real ones stay below 2. */
const TEXT_RATIO = 8
/** Characters of data for each byte of a table or other data, whose rows repeat the names of their columns. */
const DATA_RATIO = 32

/**
 * What one page or document may yield, in proportion to its size, and what was cut to stay within that. Each
 * conversion has its own. A stage that reaches its bound stops at a boundary (a block, an entry) and says so by
 * `warn`; it does not throw.
 */
export class Budget {
  /** Characters that each format of a page may have, and each text of any document. */
  readonly maxLength: number
  /** Characters that the JSON of a document which is data may have. */
  readonly maxDataLength: number
  readonly #warnings = new Set<string>()

  /** `sourceBytes` is the size of the page or document without its content encoding. */
  constructor(sourceBytes: number) {
    this.maxLength = Math.min(MAX_LENGTH, MIN_LENGTH + TEXT_RATIO * sourceBytes)
    this.maxDataLength = Math.min(MAX_LENGTH, MIN_LENGTH + DATA_RATIO * sourceBytes)
  }

  /** Tells the caller what is missing, in a sentence; the same sentence is told once. */
  warn(warning: string): void {
    this.#warnings.add(warning)
  }

  /** Tells that a format was cut at so many characters. */
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

/** How much a writer may still write. It takes room for what it makes, and stops where there is none left. */
export class Room {
  /** Characters; negative once there was too little. */
  left: number

  constructor(length: number) {
    this.left = length
  }

  get isFull(): boolean {
    return this.left < 0
  }

  /** Takes room for so many characters; false where there is too little. */
  take(length: number): boolean {
    this.left -= length
    return this.left >= 0
  }
}
