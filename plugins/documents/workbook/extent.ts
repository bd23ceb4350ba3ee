import { Unreadable } from '../../content/sandbox-toolkit.ts'

/** Maximum of cells in a small file, including empty ones before the last row and column of each sheet. */
const MIN_CELLS = 6_000_000
/** The same for each byte of a larger file. */
const CELLS_PER_BYTE = 8
/** The length of the longest cell reference, which may be split between two chunks. */
const MAX_REFERENCE_LENGTH = 24

/**
 * Measures how far apart the cells of a workbook are. The library creates all cells between them, so that a few cells
 * at the far end of a sheet would take hundreds of megabytes.
 */
export class Extent {
  #cells = 0
  #rows = 0
  #columns = 0
  #rest = ''
  readonly #decoder = new TextDecoder('latin1')

  /** Reads a piece of a file of the archive; undefined at the end of the file. */
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

  /** Throws Unreadable `too_large` if the cells are out of proportion to the file. */
  check(fileBytes: number): void {
    if (this.#cells <= MIN_CELLS + CELLS_PER_BYTE * fileBytes) return
    throw new Unreadable(
      'too_large',
      'The cells of the workbook lie too far apart: remove the empty rows and columns between them',
    )
  }
}

/** The number of a column, from 1, by its letters. */
const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
