/**
 * The same text in one piece. The engine keeps a text that was put together as its pieces, which take thirty times
 * the memory, until something is searched for in it: compiled code reads single characters from the pieces. The
 * result depends on what is found, so that no compiler leaves the search out.
 */
export const flat = (text: string): string => (text.startsWith('\0') ? text.slice() : text)

/** Characters that are kept as the pieces they came in. */
const LOOSE = 64 * 1024

/** A text that is written piece by piece, kept in few of them: those of a large page came to more than its tree. */
export class TextBuilder {
  readonly #parts: string[] = []
  #partsLength = 0
  #loose = ''

  /** Characters. */
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
