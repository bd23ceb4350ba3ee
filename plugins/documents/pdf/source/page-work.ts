import type { TextLimit } from '../../html-writer/text-limit.ts'

/** Maximum of pages. */
const MAX_PAGES = 5_000
/** Pages, drawing operators and annotations that even a small file may have. */
const MIN_PAGES = 100
const MIN_OPERATORS = 100_000
const MIN_ANNOTATIONS = 2_000
/**
 * Bytes of the file that allow for one more of each. Even in well compressed files each takes several times as many.
 */
const BYTES_OF_PAGE = 200
const BYTES_OF_OPERATOR = 0.5
const BYTES_OF_ANNOTATION = 40

/**
 * Limits the work for the pages of a PDF in proportion to the size of its file, since a page, form or annotation can
 * be referred to any number of times. The rest is left out, with a warning.
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

  /** Counts operators; false if the page must be left out. */
  takeOperators(count: number): boolean {
    this.#operators -= count
    if (this.#operators < 0)
      this.#limit.end('The document was cut: its pages draw more than is read of a file of its size')
    return this.#operators >= 0
  }

  /** Counts annotations; false if they must be left out. */
  takeAnnotations(count: number): boolean {
    this.#annotations -= count
    if (this.#annotations < 0) {
      this.#limit.warn('Links and fields of the PDF are missing: it has more than are read of a file of its size')
    }
    return this.#annotations >= 0
  }
}
