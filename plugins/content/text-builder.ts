/**
 * The same text as one flat string. The engine represents a concatenated string by its pieces, which take thirty
 * times the memory, until something is searched in it: compiled code reads single characters from the pieces. The
 * result depends on the search, so that no compiler can remove it.
 */
export const flat = (text: string): string => (text.startsWith('\0') ? text.slice() : text)

/** Characters that are kept as concatenated pieces before they are flattened. */
const LOOSE = 64 * 1024

/**
 * Builds a text piece by piece and keeps it in few strings: the pieces of a large page took more memory than its
 * tree.
 */
export class TextBuilder {
  readonly #parts: string[] = []
  #partsLength = 0
  #loose = ''

  /** In characters. */
  get length(): number {
    return this.#partsLength + this.#loose.length
  }

  add(piece: string): void {
    this.#loose += piece
    if (this.#loose.length < LOOSE) return
    this.#parts.push(flat(this.#loose))
    this.#partsLength += this.#loose.length
    this.#loose = ''
  }

  toString(): string {
    return this.#parts.length === 0 ? this.#loose : this.#parts.join('') + this.#loose
  }
}
