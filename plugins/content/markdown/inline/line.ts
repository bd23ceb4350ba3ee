import type { Room } from '../../budget.ts'

/** What means nothing in brackets. */
const plainWords = /^[\p{L}\d .,–-]*$/u

/** The text of a block while it is written: pieces that can still be changed, and what stands at its ends. */
export class Line {
  readonly #room: Room
  readonly #parts: string[] = []
  /** Code of the character written last; NaN at the start of a line. */
  before = Number.NaN
  /** Code of the character of text before that; NaN for one of markup. */
  previous = Number.NaN
  /** Code of the first character, if the block starts with text; NaN if it starts with markup of ours. */
  first = Number.NaN

  constructor(room: Room) {
    this.#room = room
  }

  get length(): number {
    return this.#parts.length
  }

  /** A piece of text that starts and ends with these characters. */
  text(part: string, first: number, last: number): void {
    if (this.#parts.length === 0) this.first = first
    this.#parts.push(part)
    this.#room.left -= part.length
    this.previous = part.length > 1 ? part.charCodeAt(part.length - 2) : this.before
    this.before = last
  }

  /** A piece of markup; `last` is what stands before the text that follows it. */
  markup(part: string, last = part.charCodeAt(part.length - 1)): void {
    this.#parts.push(part)
    this.#room.left -= part.length
    this.previous = Number.NaN
    this.before = last
  }

  /** The first character of a piece; empty where there is none. */
  firstOf(part: number): string {
    return this.#parts[part]?.[0] ?? ''
  }

  replace(part: number, text: string): void {
    this.#room.left -= text.length
    this.#parts[part] = text
  }

  /**
   * Brackets that are at both ends of all that stands behind a piece, and of nothing else there, need no backslash:
   * when they were written, it was not known that they are in pairs.
   */
  bareBrackets(part: number): void {
    const parts = this.#parts
    const [first, last] = [part + 1, parts.length - 1]
    if (last - first !== 2 || parts[first] !== '\\[' || parts[last] !== '\\]' || !plainWords.test(parts[first + 1]!))
      return
    parts[first] = '['
    parts[last] = ']'
  }

  /** An exclamation mark before a link would make an image of it. */
  guardBang(): void {
    const last = this.#parts.length - 1
    if (this.before === 33 && last >= 0) this.#parts[last] = `${this.#parts[last]!.slice(0, -1)}\\!`
  }

  /** All of it; the line is empty then. */
  take(): string {
    // Added up, the pieces are copied once, with the whole document; joined, they would be copied here too.
    let text = ''
    for (const part of this.#parts) text += part
    this.#parts.length = 0
    this.before = Number.NaN
    this.previous = Number.NaN
    this.first = Number.NaN
    return text
  }
}
