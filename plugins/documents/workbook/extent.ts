import { Unreadable } from '../../content/sandbox-toolkit.ts'

/** Cells of all sheets, the empty ones before the last row and column counted, that a small file may have. */
const MIN_CELLS = 6_000_000
/** Such cells for each byte of a larger file. */
const CELLS_PER_BYTE = 8
/** Longer than any reference to a cell: what may be parted between two chunks. */
const MAX_REFERENCE_LENGTH = 24

/**
 * How far the cells of the sheets of a workbook lie apart, by their references: a library makes all cells between
 * them, so that a few at the far end of a sheet would take hundreds of megabytes.
 */
export class Extent {
  #cells = 0
  #rows = 0
  #columns = 0
  #rest = ''
  readonly #decoder = new TextDecoder('latin1')

  /** A piece of a part of the archive; undefined at its end. */
  add(chunk: Uint8Array | undefined): void {
    if (chunk === undefined) {
      this.#cells += this.#rows * this.#columns
      this.#rows = this.#columns = 0
      this.#rest = ''
      return
    }
    const text = this.#rest + this.#decoder.decode(chunk)
    for (const [, letters, digits] of text.matchAll(/\br=["']([A-Za-z]{1,3})(\d{1,7})["']/g)) {
      this.#rows = Math.max(this.#rows, Number(digits))
      this.#columns = Math.max(this.#columns, columnOf(letters!))
    }
    this.#rest = text.slice(-MAX_REFERENCE_LENGTH)
  }

  /** Throws Unreadable `too_large` where the cells are out of proportion to the file. */
  check(fileBytes: number): void {
    if (this.#cells <= MIN_CELLS + CELLS_PER_BYTE * fileBytes) return
    throw new Unreadable(
      'too_large',
      'The cells of the workbook lie too far apart: give it without the empty rows and columns between them',
    )
  }
}

/** The number of a column by its letters, from 1. */
const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
