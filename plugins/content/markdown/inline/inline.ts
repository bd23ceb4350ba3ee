import type { Room } from '../../budget.ts'
import { isSeam, touchesPictureBefore, touchesPictureBehind } from '../../view/seam.ts'
import { afterWrap } from '../../white-space.ts'
import { codeSpan } from '../blocks/code.ts'
import { INVISIBLE, kindOf, ORDINARY, SPACE, SPECIAL, WIDE_SPACE } from './characters.ts'
import type { InlineSpan, SpanKind } from './emphasis.ts'
import { bracketsBalanced, needsEscape, type Place } from './escape.ts'
import { InlineSpans } from './inline-spans.ts'
import { Line } from './line.ts'

export interface InlineOptions {
  /** Writes no markup, for plain text. */
  plain: boolean
  /** Whether tags may be used where Markdown has no syntax. */
  html: boolean
  /** Whether the page has formulas, so that dollar signs in its text must be escaped. */
  escapeDollar: boolean
}

const BLANK = 32
const BACKSLASH = 92
const BACKTICK = 96
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93
const IDEOGRAPHIC_SPACE = 0x3000

/**
 * Writes the text of one block: collapses white space, escapes what would be read as markup, and puts the delimiters
 * of emphasis and links around text without the blanks at its ends. Nothing is written before its surroundings are
 * known, so that blanks at the ends of elements move outside, and empty elements leave nothing.
 */
export class Inline {
  readonly #options: InlineOptions
  readonly #room: Room
  readonly #line: Line
  readonly #spans: InlineSpans
  /** White space to be written before the next text. */
  #space = ''
  #break = false
  /** The seam between what is written and what follows: the edge of an element, or the end of a picture. */
  #seam: 'element' | 'picture' | null = null
  /** The code span written last, while nothing follows it: its index on the line, and its texts. */
  #code: { part: number; texts: string[] } | null = null
  /** Whether this is the text of a table cell: on one line, with pipes escaped. */
  inTable = false
  /** Whether to write on one line, with line breaks as blanks. */
  flat = false
  /** Whether the block has more than one line. */
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

  /** The code of the block's first character if it starts with text; NaN if it starts with generated markup. */
  get first(): number {
    return this.#line.first
  }

  /** Whether a line break is waiting for text. */
  get breakPending(): boolean {
    return this.#break
  }

  /** Whether a link is open; links cannot be nested. */
  get inLink(): boolean {
    return this.#spans.links > 0
  }

  text(data: string): void {
    // Reads one character more than fits, so that the room becomes full.
    const length = Math.min(data.length, this.#room.left + 1)
    let place: Place | null = null
    let at = 0
    while (at < length) {
      const c = data.charCodeAt(at)
      const kind = kindOf(c)
      if (kind !== ORDINARY && kind !== SPECIAL) {
        // Most texts have no character from there on, which is faster to check.
        const next = kind === SPACE && data.charCodeAt(at - 1) > IDEOGRAPHIC_SPACE ? afterWrap(data, at) : at
        if (next === at && kind !== INVISIBLE) this.#addSpace(kind, data[at]!)
        at = next === at ? at + 1 : next
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

      // Finds the end of the text that can be copied as it is.
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

  /** Adds a line break of the text. */
  break(): void {
    if (this.flat && !this.inTable) this.#space = ' '
    else if (!this.isEmpty) {
      this.#break = true
      this.#space = ''
    }
  }

  /** Adds white space that the layout shows although the source has none. */
  gap(): void {
    if (this.#space === '') this.#space = ' '
  }

  /** Adds a blank between two adjoining links. */
  gapBetweenLinks(): void {
    if (this.#spans.endedLink) this.gap()
  }

  /** Marks the edge of an element: a blank is added there if the texts would run together. */
  seam(): void {
    this.#seam ??= 'element'
  }

  /** Adds a picture, as Markdown; it never adjoins a word. */
  picture(markdown: string): void {
    if (touchesPictureBehind(this.#line.before)) this.gap()
    this.atom(markdown)
    this.#seam = 'picture'
  }

  /** Adds Markdown as it is, such as a formula or a footnote reference. */
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
      // Two adjoining spans would be read as one that contains backticks.
      before.texts.push(text)
      return
    }
    this.#settle(BACKTICK)
    this.#code = { part: this.#line.length, texts: [text] }
    // A placeholder until it is known that no other span adjoins it.
    this.#line.markup('`')
  }

  #endCode(): void {
    if (this.#code === null) return
    const { part, texts } = this.#code
    this.#line.replace(part, codeSpan(texts.join(''), this.inTable))
    this.#code = null
  }

  /** Whether the text is already inside a span of this kind, so that another would add nothing. */
  isWithin(kind: SpanKind, tag: string): boolean {
    return this.#spans.isWithin(kind, tag)
  }

  /** The number of open spans. */
  get depth(): number {
    return this.#spans.depth
  }

  /**
   * Starts a span, which must not be inside one of its kind. The text that follows is in it until it ends. With
   * `depth`, it ends with the line, and is inside only that many of the open spans.
   */
  start(kind: SpanKind, tag: string, { close = '', depth }: { close?: string; depth?: number } = {}): InlineSpan {
    return this.#spans.start(kind, tag, close, depth)
  }

  /** Ends the span that was started last; false if it had no content. */
  end(span: InlineSpan): boolean {
    return this.#spans.end(span)
  }

  /** Returns the text of the block and starts the next one, in which open spans continue. */
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

  /** Whether a special character could have a meaning here; most cannot. */
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

  /** The character that will be before the next one, as far as escapes are concerned. */
  #before(): number {
    return this.#spans.delimiter ?? (this.#space !== '' || this.#break ? BLANK : this.#line.before)
  }

  /** Writes what waits for the next character: ends of spans, white space, openings of spans. */
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
