import type { TextLimit } from '../html-writer/text-limit.ts'

/** Maximum repetitions of a cell or row. More are the empty rest of a sheet. */
const MAX_REPEATS = 100
/** Maximum of characters from repeating one cell or row, which may contain a table. */
const MAX_REPEATED = 10_000
/** Maximum of characters from repetitions in a document: a minimum, and a number for each byte of the file. */
const MIN_TOTAL = 256 * 1024
const TOTAL_RATIO = 2
/** Characters of the tags of a cell or row. */
const TAGS = '<td></td>'.length

/**
 * Limits how often repeated cells and rows are written, in proportion to the size of the file.
 */
export class Repeats {
  readonly #limit: TextLimit
  #left: number

  constructor(fileBytes: number, limit: TextLimit) {
    this.#limit = limit
    this.#left = MIN_TOTAL + TOTAL_RATIO * fileBytes
  }

  /**
   * How often to write a cell or row of `length` characters and `elements` elements: once if there is no more room.
   */
  of(count: string | undefined, length: number, elements: number): number {
    const wanted = Math.min(Number(count ?? 1) || 1, MAX_REPEATS, Math.floor(MAX_REPEATED / Math.max(length, 1)))
    if (wanted <= 1) return 1
    const each = length + elements * TAGS
    const given = Math.max(1, Math.min(wanted, Math.floor(this.#left / each)))
    this.#left -= given * each
    if (given < wanted) this.#limit.warn('The document was cut: it repeats more cells of its tables than are given')
    return given
  }
}
