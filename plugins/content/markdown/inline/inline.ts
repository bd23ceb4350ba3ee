import type { Room } from '../../budget.ts'
import { isSeam, touchesPictureBefore, touchesPictureBehind } from '../../view/seam.ts'
import { codeSpan } from '../blocks/code.ts'
import { INVISIBLE, kindOf, ORDINARY, SPACE, SPECIAL, WIDE_SPACE } from './characters.ts'
import type { InlineSpan, SpanKind } from './emphasis.ts'
import { bracketsBalanced, needsEscape, type Place } from './escape.ts'
import { InlineSpans } from './inline-spans.ts'
import { Line } from './line.ts'

export interface InlineOptions {
  /** No markup at all: for plain text. */
  plain: boolean
  /** Tags may stand for what Markdown has no form for. */
  html: boolean
  /** The page has formulas, so that a dollar of its text must not start one. */
  escapeDollar: boolean
}

const BLANK = 32
const BACKSLASH = 92
const BACKTICK = 96
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93

/**
 * The text of one block: white space made single, what would be read as markup escaped, emphasis and links put around
 * the text without the blanks at its ends. Nothing is written before its surroundings are known, so that blanks at
 * the ends of elements come to stand outside, and empty elements leave nothing.
 */
export class Inline {
  readonly #options: InlineOptions
  readonly #room: Room
  readonly #line: Line
  readonly #spans: InlineSpans
  /** White space that waits for text. */
  #space = ''
  #break = false
  /** How what follows meets what stands before: as the text of another element, or as that behind a picture. */
  #seam: 'element' | 'picture' | null = null
  /** The code span written last, while nothing stands behind it: its place on the line, and its texts. */
  #code: { part: number; texts: string[] } | null = null
  /** Text of a table's cell: on one line, without bare pipes. */
  inTable = false
  /** On one line: a line break is a blank. */
  flat = false
  /** Whether the block has a second line. */
  hasBreak = false

  constructor(options: InlineOptions, room: Room) {
    this.#options = options
    this.#room = room
    this.#line = new Line(room)
    this.#spans = new InlineSpans(this.#line, options)
  }

  get isEmpty(): boolean {
    return this.#line.length === 0
  }

  /** Code of the block's first character, if it starts with text; NaN if it starts with markup of ours. */
  get first(): number {
    return this.#line.first
  }

  /** Whether a line break was met and no text since. */
  get breakPending(): boolean {
    return this.#break
  }

  /** Whether a link is open, in which there can be no other. */
  get inLink(): boolean {
    return this.#spans.links > 0
  }

  text(data: string): void {
    // One character more than there is room for tells that there is none left.
    const length = Math.min(data.length, this.#room.left + 1)
    let place: Place | null = null
    let at = 0
    while (at < length) {
      const c = data.charCodeAt(at)
      const kind = kindOf(c)
      if (kind !== ORDINARY && kind !== SPECIAL) {
        if (kind !== INVISIBLE) this.#addSpace(kind, data[at]!)
        at++
        continue
      }
      if (kind === SPECIAL && this.#mayMean(c, this.#line.before)) {
        place ??= this.#placeOf(data)
        if (needsEscape(data, at, this.#before(), place)) {
          this.#settle(BACKSLASH)
          this.#line.text(`\\${data[at]}`, BACKSLASH, c)
          at++
          continue
        }
      }

      // As far as the text can be taken as it is.
      const from = at++
      while (at < length) {
        const next = data.charCodeAt(at)
        const nextKind = kindOf(next)
        if (nextKind === ORDINARY) at++
        else if (next === BLANK && at + 1 < length && kindOf(data.charCodeAt(at + 1)) === ORDINARY) at += 2
        else if (nextKind !== SPECIAL) break
        else if (!this.#mayMean(next, data.charCodeAt(at - 1))) at++
        else {
          place ??= this.#placeOf(data)
          if (needsEscape(data, at, data.charCodeAt(at - 1), place)) break
          at++
        }
      }
      this.#settle(c, data.charCodeAt(from + 1))
      this.#line.text(data.slice(from, at), c, data.charCodeAt(at - 1))
    }
  }

  /** A line break in the text. */
  break(): void {
    if (this.flat && !this.inTable) this.#space = ' '
    else if (!this.isEmpty) {
      this.#break = true
      this.#space = ''
    }
  }

  /** White space, where the source has none but its layout would show some. */
  gap(): void {
    if (this.#space === '') this.#space = ' '
  }

  /** A blank between two links that touch. */
  gapBetweenLinks(): void {
    if (this.#spans.endedLink) this.gap()
  }

  /** Elements meet, or one and a text: a blank parts them where it would part their texts. */
  seam(): void {
    this.#seam ??= 'element'
  }

  /** A picture, as Markdown; it touches no word. */
  picture(markdown: string): void {
    if (touchesPictureBehind(this.#line.before)) this.gap()
    this.atom(markdown)
    this.#seam = 'picture'
  }

  /** Markdown as it is: a formula, a footnote's mark. */
  atom(markdown: string): void {
    const c = markdown.charCodeAt(0)
    this.#settle(c)
    if (c === OPENING_BRACKET) this.#line.guardBang()
    this.#line.markup(markdown)
  }

  code(text: string): void {
    const before = this.#code
    const touches = before !== null && this.#space === '' && !this.#break
    if (touches) this.#spans.merge()
    if (touches && !this.#spans.wait) {
      // Two spans that touch would be read as one with backticks in it.
      before.texts.push(text)
      return
    }
    this.#settle(BACKTICK)
    this.#code = { part: this.#line.length, texts: [text] }
    // Written when it is known that no other touches it.
    this.#line.markup('`')
  }

  #endCode(): void {
    if (this.#code === null) return
    const { part, texts } = this.#code
    this.#line.replace(part, codeSpan(texts.join(''), this.inTable))
    this.#code = null
  }

  /** Whether text would already be of this kind: another such element around it would add nothing. */
  isWithin(kind: SpanKind, tag: string): boolean {
    return this.#spans.isWithin(kind, tag)
  }

  /** Starts an element, which stands in none of its kind; the text that follows is in it, until it ends. */
  start(kind: SpanKind, tag: string, { close = '', once = false } = {}): InlineSpan {
    return this.#spans.start(kind, tag, close, once)
  }

  /** Ends the span that was started last; false when it had no content. */
  end(span: InlineSpan): boolean {
    return this.#spans.end(span)
  }

  /** The block's text; empties this for the next block, in which spans that are still open go on. */
  take(): string {
    this.#endCode()
    this.#spans.endAll()
    this.hasBreak = false
    this.#space = ''
    this.#break = false
    this.#seam = null
    return this.#line.take()
  }

  #addSpace(kind: number, c: string): void {
    if (kind === WIDE_SPACE) this.#space = (this.#space === ' ' ? '' : this.#space) + c
    else if (kind === SPACE && this.#space === '') this.#space = ' '
  }

  /** Whether a character that means something at times could do so here, which most cannot. */
  #mayMean(c: number, before: number): boolean {
    if (this.#options.plain) return false
    switch (c) {
      case 40: // (
        return before === CLOSING_BRACKET || this.#line.before === CLOSING_BRACKET
      case OPENING_BRACKET:
      case CLOSING_BRACKET:
        return this.inLink
      case 124: // |
        return this.inTable
      case 36: // $
        return this.#options.escapeDollar
      default:
        return true
    }
  }

  #placeOf(text: string): Place {
    return {
      last: this.#space !== '' || this.#break ? BLANK : this.#line.before,
      inTable: this.inTable,
      escapeBrackets: this.inLink && !bracketsBalanced(text),
      escapeDollar: this.#options.escapeDollar,
    }
  }

  /** What will stand before the next character, as far as escapes go. */
  #before(): number {
    return this.#spans.delimiter ?? (this.#space !== '' || this.#break ? BLANK : this.#line.before)
  }

  /** Writes what has waited for the next character: ends of spans, white space, openings of spans. */
  #settle(next: number, after = Number.NaN): void {
    this.#endCode()
    if (this.#seam !== null) {
      const { previous, before } = this.#line
      const isApart = this.#seam === 'picture' ? touchesPictureBefore(next) : isSeam(previous, before, next, after)
      if (isApart && !this.#break) this.gap()
      this.#seam = null
    }
    const spans = this.#spans
    const isApart = this.#space !== '' || this.#break
    const { wait } = spans
    if (wait) {
      if (!isApart) spans.merge()
      spans.writeEnds(isApart ? BLANK : next, !isApart)
    }
    if (isApart) this.#writeSpace()
    if (wait) spans.writeOpenings(next)
  }

  #writeSpace(): void {
    if (this.#break) {
      const { plain, html } = this.#options
      this.hasBreak = true
      if (this.inTable) this.#line.markup(html ? '<br>' : ' ')
      else this.#line.markup(plain ? '\n' : '  \n', Number.NaN)
    } else if (!this.isEmpty) this.#line.markup(this.#space, BLANK)
    this.#break = false
    this.#space = ''
  }
}
