import type { TextLimit } from '../html-writer/text-limit.ts'

/** Equal cells and rows that a file keeps as one; more are the empty rest of a sheet. */
const MAX_REPEATS = 100
/** Characters that repeating makes of one cell or row: a table in a repeated cell is repeated with it. */
const MAX_REPEATED = 10_000
/** Characters that repeating makes in all of a document: of a small one, and for each byte of its file. */
const MIN_TOTAL = 256 * 1024
const TOTAL_RATIO = 2
/** Characters of the tags around a cell or row. */
const TAGS = '<td></td>'.length

/**
 * How often the cells and rows of a document that say that they are repeated are written, within what its file may
 * yield.
 */
export class Repeats {
  readonly #limit: TextLimit
  #left: number

  constructor(fileBytes: number, limit: TextLimit) {
    this.#limit = limit
    this.#left = MIN_TOTAL + TOTAL_RATIO * fileBytes
  }

  /** How often something of this length, in so many elements, is written; once, where there is no room for more. */
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
