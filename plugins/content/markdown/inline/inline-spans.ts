import { type Ending, type Form, formOf, type InlineSpan, type SpanKind } from './emphasis.ts'
import type { Line } from './line.ts'

/** `*`, representing any delimiter: the rules of emphasis only ask whether a character is punctuation. */
const DELIMITER = 42
const TILDE = 126
const nothing: Form = ['', '']

const isEmphasis = ({ kind }: InlineSpan) => kind === 'em' || kind === 'strong'

/**
 * The inline elements of a block. Openings and ends are written only once the text on both sides is known: openings
 * wait for text inside them, ends for text after them. Spans of the same kind are never nested, so there are few,
 * which matters because each block writes the open spans again.
 */
export class InlineSpans {
  readonly #line: Line
  readonly #plain: boolean
  readonly #html: boolean
  /** The open spans, outermost first; the openings of the first `#written` are on the line. */
  readonly #open: InlineSpan[] = []
  #written = 0
  /** The ended spans whose ends are not written yet, innermost first. */
  #ended: InlineSpan[] = []
  /** The number of open links. */
  links = 0

  constructor(line: Line, { plain, html }: { plain: boolean; html: boolean }) {
    this.#line = line
    this.#plain = plain
    this.#html = html
  }

  /** Whether openings or ends are waiting to be written. */
  get wait(): boolean {
    return this.#ended.length > 0 || this.#open.length > this.#written
  }

  /** Whether a link has ended with nothing after it yet. */
  get endedLink(): boolean {
    for (const { kind } of this.#ended) if (kind === 'link') return true
    return false
  }

  /** The delimiter that will be written before the next character; undefined if there is none. */
  get delimiter(): number | undefined {
    for (let i = this.#written; i < this.#open.length; i++) if (this.#open[i]!.kind === 'del') return TILDE
    for (const span of this.#ended) if (span.kind === 'del') return TILDE
    return this.wait ? DELIMITER : undefined
  }

  /** Whether the text is already inside a span of this kind. */
  isWithin(kind: SpanKind, tag: string): boolean {
    return this.#open.some((span) => span.kind === kind && (kind !== 'html' || span.tag === tag))
  }

  /** The number of open spans. */
  get depth(): number {
    return this.#open.length
  }

  /** Starts a span. With `depth`, it ends with the line, and is inside only that many of the open spans. */
  start(kind: SpanKind, tag: string, close: string, depth?: number): InlineSpan {
    const span: InlineSpan = {
      kind,
      tag,
      close,
      once: depth !== undefined,
      part: -1,
      before: 0,
      after: 0,
      avoid: '',
    }
    this.#open.splice(Math.max(depth ?? this.#open.length, this.#written), 0, span)
    if (kind === 'link') this.links++
    return span
  }

  /** Ends the span that was started last; false if it had no content. */
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
   * Ends all spans at the end of the block. Open ones continue in the next block, except links that are written only
   * once.
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
   * Merges adjoining elements of one kind, as the delimiters between them would be misread. Links are merged if they
   * have the same destination: editors sometimes split a link within a word.
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

  /** Writes the waiting ends. `next` is the character after them; `touches`: no white space comes between. */
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
      // A link always ends like this; reading the end of a concatenated URL would copy it.
      last = kind === 'link' ? ')' : close[close.length - 1]!
      if (kind === 'link') this.#line.bareBrackets(part)
      this.#line.markup(close, last.charCodeAt(0))
    }
    this.#ended = []
    if (touches) for (let i = this.#written; i < this.#open.length; i++) this.#open[i]!.avoid = last
  }

  /**
   * Reserves places for the waiting openings before this character. How they are written is decided when they end.
   */
  writeOpenings(next: number): void {
    for (let i = this.#written; i < this.#open.length; i++) {
      const span = this.#open[i]!
      if (span.kind === 'link' && !this.#plain) this.#line.guardBang()
      span.part = this.#line.length
      span.before = this.#line.before
      span.after = i + 1 < this.#open.length ? DELIMITER : next
      // A tag may be omitted; the block then starts with what follows it.
      if (span.kind !== 'link' && !this.#html) this.#line.text('', next, DELIMITER)
      else this.#line.markup('', DELIMITER)
    }
    this.#written = this.#open.length
  }

  /** The form of the ended span with index `i`. */
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

  /** Whether the ended span with index `i` is inside emphasis. */
  #isNested(i: number): boolean {
    for (let at = i + 1; at < this.#ended.length; at++) if (isEmphasis(this.#ended[at]!)) return true
    for (let at = 0; at < this.#written; at++) if (isEmphasis(this.#open[at]!)) return true
    return false
  }
}
