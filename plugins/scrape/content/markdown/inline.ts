import { type Ending, type Form, formOf, type Mark, type MarkKind } from './emphasis.ts'
import {
  bracketsBalanced,
  codeSpan,
  INVISIBLE,
  kindOf,
  needsEscape,
  ORDINARY,
  type Place,
  SPACE,
  SPECIAL,
  WIDE_SPACE,
} from './escape.ts'

export interface InlineOptions {
  /** No markup at all: for plain text. */
  plain: boolean
  /** Tags may stand for what Markdown has no form for. */
  html: boolean
  /** The page has formulas, so that a dollar of its text must not start one. */
  escapeDollar: boolean
}

/** `*`, standing for any delimiter: what the rules of emphasis ask is only whether it is punctuation. */
const DELIMITER = 42
const TILDE = 126
const nothing: Form = ['', '']

/**
 * The text of one block: white space made single, what would be read as markup escaped, emphasis and links put around
 * the text without the blanks at its ends. Nothing is written before its surroundings are known, so that blanks at the
 * ends of elements come to stand outside, and empty elements leave nothing.
 */
export class Inline {
  readonly #options: InlineOptions
  #parts: string[] = []
  /** Code of the character written last; NaN at the start of a line. */
  #before = Number.NaN
  /** White space that waits for text. */
  #space = ''
  #break = false
  /** Marks that are open, outermost first; the first `#written` of them have their opening among the parts. */
  readonly #open: Mark[] = []
  #written = 0
  /** Marks that have ended, innermost first, whose ends wait for the next character. */
  #ended: Mark[] = []
  #links = 0
  /** The code span written last, while nothing stands behind it. */
  #code: { part: number; text: string } | null = null
  /** Text of a table's cell: on one line, without bare pipes. */
  inTable = false
  /** On one line: a line break is a blank. */
  flat = false

  constructor(options: InlineOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0
  }

  /** Whether the block has a second line. */
  hasBreak = false

  /** Code of the block's first character, if it starts with text; NaN if it starts with markup of ours. */
  get first(): number {
    return this.#first
  }
  #first = Number.NaN

  /** Whether a line break was met and no text since. */
  get breakPending(): boolean {
    return this.#break
  }

  /** Whether a link is open, in which there can be no other. */
  get inLink(): boolean {
    return this.#links > 0
  }

  text(data: string): void {
    const { length } = data
    let place: Place | null = null
    let at = 0
    while (at < length) {
      const c = data.charCodeAt(at)
      const kind = kindOf(c)
      if (kind === SPACE) {
        if (this.#space === '') this.#space = ' '
        at++
        continue
      }
      if (kind === WIDE_SPACE) {
        this.#space = (this.#space === ' ' ? '' : this.#space) + data[at]
        at++
        continue
      }
      if (kind === INVISIBLE) {
        at++
        continue
      }
      if (kind === SPECIAL && this.#mayMean(c, this.#before)) {
        place ??= this.#place(data)
        if (needsEscape(data, at, this.#placeBefore(), place)) {
          this.#settle(92)
          this.#begin(92)
          this.#parts.push(`\\${data[at]}`)
          this.#before = c
          at++
          continue
        }
      }

      const from = at++
      while (at < length) {
        const next = data.charCodeAt(at)
        const nextKind = kindOf(next)
        if (nextKind === ORDINARY) at++
        else if (next === 32 && at + 1 < length && kindOf(data.charCodeAt(at + 1)) === ORDINARY) at += 2
        else if (nextKind !== SPECIAL) break
        else if (!this.#mayMean(next, data.charCodeAt(at - 1))) at++
        else {
          place ??= this.#place(data)
          if (needsEscape(data, at, data.charCodeAt(at - 1), place)) break
          at++
        }
      }
      this.#settle(c)
      this.#begin(c)
      this.#parts.push(data.slice(from, at))
      this.#before = data.charCodeAt(at - 1)
    }
  }

  /** A line break in the text. */
  break(): void {
    if (this.flat && !this.inTable) {
      this.#space = ' '
      return
    }
    if (this.#parts.length === 0) return
    this.#break = true
    this.#space = ''
  }

  /** White space, where the source has none but its layout would show some. */
  gap(): void {
    if (this.#space === '') this.#space = ' '
  }

  /** A blank between two links that touch. */
  gapBetweenLinks(): void {
    if (this.#ended.some((mark) => mark.kind === 'link')) this.gap()
  }

  /** Markdown as it is: an image, a formula, a footnote's mark. */
  atom(markdown: string): void {
    if (markdown === '') return
    const c = markdown.charCodeAt(0)
    this.#settle(c)
    if (c === 91) this.#guardBang()
    this.#parts.push(markdown)
    this.#before = markdown.charCodeAt(markdown.length - 1)
  }

  code(text: string): void {
    const touches = this.#code !== null && this.#space === '' && !this.#break
    if (touches && this.#written < this.#open.length) this.#merge()
    if (touches && this.#ended.length === 0 && this.#written === this.#open.length) {
      // Two spans that touch would be read as one with backticks in it.
      const { part, text: first } = this.#code!
      this.#code = { part, text: first + text }
      this.#parts[part] = codeSpan(first + text, this.inTable)
      return
    }
    this.#settle(96)
    this.#code = { part: this.#parts.length, text }
    this.#parts.push(codeSpan(text, this.inTable))
    this.#before = 96
  }

  /** Whether text would already be of this kind, by another tag: `b` within `strong` adds nothing. */
  isWithin(kind: MarkKind, otherThan: string): boolean {
    return this.#open.some((mark) => mark.kind === kind && mark.name !== otherThan)
  }

  start(kind: MarkKind, name: string, { tag = name, close = '', once = false } = {}): Mark {
    let depth = 0
    for (const around of this.#open) {
      if (around.kind !== kind) continue
      depth++
      around.holdsOwnKind = true
    }
    const mark: Mark = {
      kind,
      name,
      tag,
      close,
      once,
      part: -1,
      before: 0,
      after: 0,
      avoid: '',
      depth,
      holdsOwnKind: false,
    }
    this.#open.push(mark)
    if (kind === 'link') this.#links++
    return mark
  }

  /** Ends the mark that was started last; false when it had no content. */
  end(mark: Mark): boolean {
    if (this.#open[this.#open.length - 1] !== mark) return false
    this.#open.pop()
    if (mark.kind === 'link') this.#links--
    if (mark.part < 0) return false
    this.#written--
    this.#ended.push(mark)
    return true
  }

  /** The block's text; empties this for the next block, in which marks that are still open go on. */
  take(): string {
    while (this.#written > 0) {
      const mark = this.#open[--this.#written]!
      this.#ended.push({ ...mark })
      mark.part = -1
      if (mark.once) {
        this.#open.splice(this.#written, 1)
        this.#links--
      }
    }
    this.#writeEnds(Number.NaN, false)
    // Added up, they are copied once, with the whole document; joined, they would be copied here too.
    let text = ''
    for (const part of this.#parts) text += part
    this.#parts = []
    this.#first = Number.NaN
    this.hasBreak = false
    this.#before = Number.NaN
    this.#space = ''
    this.#break = false
    this.#code = null
    return text
  }

  /** Whether a character that means something at times could do so here, which most cannot. */
  #mayMean(c: number, before: number): boolean {
    if (this.#options.plain) return false
    switch (c) {
      case 40: // (
        return before === 93 || this.#before === 93
      case 91: // [
      case 93: // ]
        return this.#links > 0
      case 124: // |
        return this.inTable
      case 36: // $
        return this.#options.escapeDollar
      default:
        return true
    }
  }

  /** Remembers the first character of a block that starts with text. */
  #begin(c: number): void {
    if (this.#parts.length === 0) this.#first = c
  }

  #place(text: string): Place {
    return {
      last: this.#before,
      inTable: this.inTable,
      escapeBrackets: this.#links > 0 && !bracketsBalanced(text),
      escapeDollar: this.#options.escapeDollar,
    }
  }

  /** What will stand before the next character, as far as escapes go. */
  #placeBefore(): number {
    for (let i = this.#written; i < this.#open.length; i++) if (this.#open[i]!.kind === 'del') return TILDE
    for (const mark of this.#ended) if (mark.kind === 'del') return TILDE
    if (this.#open.length > this.#written || this.#ended.length > 0) return DELIMITER
    return this.#space !== '' || this.#break ? 32 : this.#before
  }

  /** Writes what has waited for the next character: ends of marks, white space, openings of marks. */
  #settle(next: number): void {
    this.#code = null
    const opens = this.#open.length > this.#written
    if (this.#ended.length > 0) {
      const touches = this.#space === '' && !this.#break
      if (touches && opens) this.#merge()
      this.#writeEnds(
        this.#open.length > this.#written ? DELIMITER : next,
        this.#open.length > this.#written && touches,
      )
    }
    if (this.#break) {
      this.hasBreak = true
      this.#parts.push(this.inTable ? (this.#options.html ? '<br>' : ' ') : this.#options.plain ? '\n' : '  \n')
      this.#before = this.inTable ? 62 : Number.NaN
      this.#break = false
    } else if (this.#space !== '') {
      if (this.#parts.length > 0) {
        this.#parts.push(this.#space)
        this.#before = 32
      }
    }
    this.#space = ''
    if (this.#open.length > this.#written) this.#writeOpenings(next)
  }

  /** Elements of one kind that touch are one: their delimiters between them would be read as something else. */
  #merge(): void {
    while (this.#ended.length > 0 && this.#written < this.#open.length) {
      const ended = this.#ended[this.#ended.length - 1]!
      const next = this.#open[this.#written]!
      if (ended.kind !== next.kind || ended.kind === 'link' || (ended.kind === 'html' && ended.tag !== next.tag)) return
      this.#ended.pop()
      next.part = ended.part
      next.before = ended.before
      next.after = ended.after
      next.avoid = ended.avoid
      next.holdsOwnKind ||= ended.holdsOwnKind
      this.#written++
    }
  }

  #writeEnds(next: number, touchesOpening: boolean): void {
    if (this.#ended.length === 0) return
    const after = this.#space !== '' || this.#break ? 32 : next
    let lastChar = ''
    for (let i = 0; i < this.#ended.length; i++) {
      const [open, close] = this.#form(i, after, lastChar)
      const mark = this.#ended[i]!
      this.#parts[mark.part] = open
      if (close === '') continue
      this.#parts.push(close)
      lastChar = close[close.length - 1]!
      this.#before = close.charCodeAt(close.length - 1)
    }
    this.#ended = []
    if (touchesOpening) for (let i = this.#written; i < this.#open.length; i++) this.#open[i]!.avoid = lastChar
  }

  /** What emphasis is around the mark that ends as number `i`. */
  #around(i: number): Ending['around'] {
    let around: Ending['around'] = 'none'
    const look = ({ kind, depth }: Mark) => {
      if (kind !== 'em' && kind !== 'strong') return
      around = depth % 2 === 1 || around === 'line' ? 'line' : 'star'
    }
    for (let at = i + 1; at < this.#ended.length; at++) look(this.#ended[at]!)
    for (let at = 0; at < this.#written; at++) look(this.#open[at]!)
    return around
  }

  /** What the mark that ends as number `i` is written as. */
  #form(i: number, next: number, last: string): Form {
    const { plain, html } = this.#options
    const mark = this.#ended[i]!
    if (plain) return nothing
    if (mark.kind === 'link') return ['[', mark.close]
    if (mark.kind === 'html') return html ? [`<${mark.tag}>`, `</${mark.tag}>`] : nothing
    const parent = this.#ended[i + 1]
    const end: Ending = {
      before: this.#before,
      after: parent === undefined ? next : DELIMITER,
      fillsParent: parent !== undefined && parent.kind === 'strong' && parent.part === mark.part - 1,
      first: this.#parts[mark.part + 1]?.[0] ?? '',
      last,
      around: this.#around(i),
    }
    return formOf(mark, end, html)
  }

  #writeOpenings(next: number): void {
    for (let i = this.#written; i < this.#open.length; i++) {
      const mark = this.#open[i]!
      if (mark.kind === 'link') this.#guardBang()
      // A tag may be left out, and then the block starts with what follows it.
      else if (this.#parts.length === 0 && !this.#options.html) this.#first = next
      mark.part = this.#parts.length
      mark.before = this.#before
      mark.after = i + 1 < this.#open.length ? DELIMITER : next
      this.#parts.push('')
      this.#before = DELIMITER
    }
    this.#written = this.#open.length
  }

  /** An exclamation mark before a link would make it an image. */
  #guardBang(): void {
    const last = this.#parts.length - 1
    if (this.#before === 33 && last >= 0 && !this.#options.plain) {
      this.#parts[last] = `${this.#parts[last]!.slice(0, -1)}\\!`
    }
  }
}
