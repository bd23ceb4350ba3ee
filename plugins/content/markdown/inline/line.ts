import type { Room } from '../../budget.ts'

/** Text without any meaning in brackets. */
const plainWords = /^[\p{L}\d .,–-]*$/u

/** The text of a block while it is being written: parts that can still be changed, and the characters at its end. */
export class Line {
  readonly #room: Room
  readonly #parts: string[] = []
  /** The code of the last character; NaN at the start of a line. */
  before = Number.NaN
  /** The code of the text character before that; NaN if that is markup. */
  previous = Number.NaN
  /** The code of the first character if the block starts with text; NaN if it starts with generated markup. */
  first = Number.NaN

  constructor(room: Room) {
    this.#room = room
  }

  get length(): number {
    return this.#parts.length
  }

  /** Adds a part of text that starts and ends with the characters `first` and `last`. */
  text(part: string, first: number, last: number): void {
    if (this.#parts.length === 0) this.first = first
    this.#parts.push(part)
    this.#room.left -= part.length
    this.previous = part.length > 1 ? part.charCodeAt(part.length - 2) : this.before
    this.before = last
  }

  /** Adds a part of markup; `last` is the character before the text that follows. */
  markup(part: string, last = part.charCodeAt(part.length - 1)): void {
    this.#parts.push(part)
    this.#room.left -= part.length
    this.previous = Number.NaN
    this.before = last
  }

  /** The first character of a part; empty if there is none. */
  firstOf(part: number): string {
    return this.#parts[part]?.[0] ?? ''
  }

  replace(part: number, text: string): void {
    this.#room.left -= text.length
    this.#parts[part] = text
  }

  /**
   * Removes the backslashes of brackets that enclose everything after a part, with plain words between them: when
   * they were written, it was not known that they are balanced.
   */
  bareBrackets(part: number): void {
    const parts = this.#parts
    const [first, last] = [part + 1, parts.length - 1]
    if (last - first !== 2 || parts[first] !== '\\[' || parts[last] !== '\\]' || !plainWords.test(parts[first + 1]!))
      return
    parts[first] = '['
    parts[last] = ']'
  }

  /** Escapes an exclamation mark before a link, which would turn the link into an image. */
  guardBang(): void {
    const last = this.#parts.length - 1
    if (this.before === 33 && last >= 0) this.#parts[last] = `${this.#parts[last]!.slice(0, -1)}\\!`
  }

  /** Returns the text and empties the line. */
  take(): string {
    // Concatenated, the parts are copied once, with the whole document; `join` would copy them here as well.
    let text = ''
    for (const part of this.#parts) text += part
    this.#parts.length = 0
    this.before = Number.NaN
    this.previous = Number.NaN
    this.first = Number.NaN
    return text
  }
}
