import { type Ending, type Form, formOf, type InlineSpan, type SpanKind } from './emphasis.ts'
import type { Line } from './line.ts'

/** `*`, standing for any delimiter: what the rules of emphasis ask is only whether it is punctuation. */
const DELIMITER = 42
const TILDE = 126
const nothing: Form = ['', '']

const isEmphasis = ({ kind }: InlineSpan) => kind === 'em' || kind === 'strong'

/**
 * The inline elements of a block. Neither their openings nor their ends are written before the text on both sides is
 * known: openings wait for text within them, ends for text behind them. No two of a kind are in each other, so that
 * there are few: each block has the spans that are open written again.
 */
export class InlineSpans {
  readonly #line: Line
  readonly #plain: boolean
  readonly #html: boolean
  /** Spans that are open, outermost first; the first `#written` of them have their opening on the line. */
  readonly #open: InlineSpan[] = []
  #written = 0
  /** Spans that have ended, innermost first, whose ends wait. */
  #ended: InlineSpan[] = []
  /** Links that are open. */
  links = 0

  constructor(line: Line, { plain, html }: { plain: boolean; html: boolean }) {
    this.#line = line
    this.#plain = plain
    this.#html = html
  }

  /** Whether openings or ends wait. */
  get wait(): boolean {
    return this.#ended.length > 0 || this.#open.length > this.#written
  }

  /** Whether a link ended with nothing behind it yet. */
  get endedLink(): boolean {
    for (const { kind } of this.#ended) if (kind === 'link') return true
    return false
  }

  /** The delimiter that will be written before the next character; undefined for none. */
  get delimiter(): number | undefined {
    for (let i = this.#written; i < this.#open.length; i++) if (this.#open[i]!.kind === 'del') return TILDE
    for (const span of this.#ended) if (span.kind === 'del') return TILDE
    return this.wait ? DELIMITER : undefined
  }

  /** Whether text is already of this kind. */
  isWithin(kind: SpanKind, tag: string): boolean {
    return this.#open.some((span) => span.kind === kind && (kind !== 'html' || span.tag === tag))
  }

  start(kind: SpanKind, tag: string, close: string, once: boolean): InlineSpan {
    const span: InlineSpan = {
      kind,
      tag,
      close,
      once,
      part: -1,
      before: 0,
      after: 0,
      avoid: '',
    }
    this.#open.push(span)
    if (kind === 'link') this.links++
    return span
  }

  /** Ends the span that was started last; false when it had no content. */
  end(span: InlineSpan): boolean {
    if (this.#open[this.#open.length - 1] !== span) return false
    this.#open.pop()
    if (span.kind === 'link') this.links--
    if (span.part < 0) return false
    this.#written--
    this.#ended.push(span)
    return true
  }

  /**
   * Ends all spans at the end of the block; those that are open go on in the next, save a link that is written once.
   */
  endAll(): void {
    while (this.#written > 0) {
      const span = this.#open[--this.#written]!
      this.#ended.push({ ...span })
      span.part = -1
      if (!span.once) continue
      this.#open.splice(this.#written, 1)
      this.links--
    }
    this.writeEnds(Number.NaN, false)
  }

  /**
   * Elements of one kind that touch are one: their delimiters between them would be read as something else. Links are
   * where they lead to one place, as editors leave them that part a word.
   */
  merge(): void {
    while (this.#ended.length > 0 && this.#written < this.#open.length) {
      const ended = this.#ended[this.#ended.length - 1]!
      const next = this.#open[this.#written]!
      if (ended.kind !== next.kind || (ended.kind === 'html' && ended.tag !== next.tag)) return
      if (ended.kind === 'link' && ended.close !== next.close) return
      this.#ended.pop()
      next.part = ended.part
      next.before = ended.before
      next.after = ended.after
      next.avoid = ended.avoid
      this.#written++
    }
  }

  /** Writes the ends that wait. `next` is the character behind them; `touches`: no white space comes between. */
  writeEnds(next: number, touches: boolean): void {
    if (this.#ended.length === 0) return
    const opens = this.#open.length > this.#written
    const after = touches && opens ? DELIMITER : next
    let last = ''
    for (let i = 0; i < this.#ended.length; i++) {
      const [open, close] = this.#formOf(i, after, last)
      const { part, kind } = this.#ended[i]!
      this.#line.replace(part, open)
      if (close === '') continue
      // To look at the end of an address that was just put together would have it copied.
      last = kind === 'link' ? ')' : close[close.length - 1]!
      if (kind === 'link') this.#line.bareBrackets(part)
      this.#line.markup(close, last.charCodeAt(0))
    }
    this.#ended = []
    if (touches) for (let i = this.#written; i < this.#open.length; i++) this.#open[i]!.avoid = last
  }

  /** Makes room for the openings that wait, before this character. What they are is known when they end. */
  writeOpenings(next: number): void {
    for (let i = this.#written; i < this.#open.length; i++) {
      const span = this.#open[i]!
      if (span.kind === 'link' && !this.#plain) this.#line.guardBang()
      span.part = this.#line.length
      span.before = this.#line.before
      span.after = i + 1 < this.#open.length ? DELIMITER : next
      // A tag may be left out, and then the block starts with what follows it.
      if (span.kind !== 'link' && !this.#html) this.#line.text('', next, DELIMITER)
      else this.#line.markup('', DELIMITER)
    }
    this.#written = this.#open.length
  }

  /** What the span that ends as number `i` is written as. */
  #formOf(i: number, next: number, last: string): Form {
    const span = this.#ended[i]!
    if (this.#plain) return nothing
    if (span.kind === 'link') return ['[', span.close]
    if (span.kind === 'html') return this.#html ? [`<${span.tag}>`, `</${span.tag}>`] : nothing
    const parent = this.#ended[i + 1]
    const end: Ending = {
      before: this.#line.before,
      after: parent === undefined ? next : DELIMITER,
      fillsParent: parent !== undefined && parent.kind === 'strong' && parent.part === span.part - 1,
      first: this.#line.firstOf(span.part + 1),
      last,
      isNested: this.#isNested(i),
    }
    return formOf(span, end, this.#html)
  }

  /** Whether emphasis is around the span that ends as number `i`. */
  #isNested(i: number): boolean {
    for (let at = i + 1; at < this.#ended.length; at++) if (isEmphasis(this.#ended[at]!)) return true
    for (let at = 0; at < this.#written; at++) if (isEmphasis(this.#open[at]!)) return true
    return false
  }
}
