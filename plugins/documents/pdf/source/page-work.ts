import type { TextLimit } from '../../html-writer/text-limit.ts'

/** More pages than any book has. */
const MAX_PAGES = 5_000
/** Pages, drawing operators and annotations that a small file may have. */
const MIN_PAGES = 100
const MIN_OPERATORS = 100_000
const MIN_ANNOTATIONS = 2_000
/**
 * Bytes of a page, its text and its annotations in a file; what is packed well has some times as many as are counted.
 */
const BYTES_OF_PAGE = 200
const BYTES_OF_OPERATOR = 0.5
const BYTES_OF_ANNOTATION = 40

/**
 * How much work the pages of one PDF may be, in proportion to its file: a page, a form and an annotation may each be
 * named any number of times. What lies behind is left out, and told.
 */
export class PageWork {
  readonly maxPages: number
  readonly #limit: TextLimit
  #operators: number
  #annotations: number

  constructor(fileBytes: number, limit: TextLimit) {
    this.#limit = limit
    this.maxPages = Math.min(MAX_PAGES, MIN_PAGES + Math.ceil(fileBytes / BYTES_OF_PAGE))
    this.#operators = MIN_OPERATORS + fileBytes / BYTES_OF_OPERATOR
    this.#annotations = MIN_ANNOTATIONS + fileBytes / BYTES_OF_ANNOTATION
  }

  /** Counts operators; false where the document ends before them. */
  takeOperators(count: number): boolean {
    this.#operators -= count
    if (this.#operators < 0)
      this.#limit.end('The document was cut: its pages draw more than is read of a file of its size')
    return this.#operators >= 0
  }

  /** Counts annotations; false where they are left out. */
  takeAnnotations(count: number): boolean {
    this.#annotations -= count
    if (this.#annotations < 0) {
      this.#limit.warn('Links and fields of the PDF are missing: it has more than are read of a file of its size')
    }
    return this.#annotations >= 0
  }
}
