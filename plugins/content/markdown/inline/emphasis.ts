import { isPunctuation, isSpaceOrEnd } from './characters.ts'

export type SpanKind = 'em' | 'strong' | 'del' | 'html' | 'link'

/** An open inline element: emphasis, a link, or one without Markdown syntax. */
export interface InlineSpan {
  readonly kind: SpanKind
  /** The tag that is written if the Markdown syntax would be misread. */
  readonly tag: string
  /** The end of a link: `](address "title")`. */
  readonly close: string
  /** Whether a link around several blocks is written only in the first. */
  readonly once: boolean
  /** The index of its opening among the parts; -1 while it has no content. */
  part: number
  /** The codes of the characters on both sides of its opening. */
  before: number
  after: number
  /** The delimiter character directly before the opening, which the opening must not use. */
  avoid: string
}

const isSurrogate = (c: number) => c >= 0xd800 && c < 0xe000

/** Parsers disagree on characters beyond the basic plane: here they count as whatever makes a rule stricter. */
const mayBePunctuation = (c: number) => isSurrogate(c) || isPunctuation(c)

const leftFlanking = (before: number, after: number) =>
  !isSpaceOrEnd(after) && (!mayBePunctuation(after) || isSpaceOrEnd(before) || isPunctuation(before))

const rightFlanking = (before: number, after: number) =>
  !isSpaceOrEnd(before) && (!mayBePunctuation(before) || isSpaceOrEnd(after) || isPunctuation(after))

/** Source: the CommonMark specification, section 6.2. */
const canOpen = (c: string, before: number, after: number) =>
  leftFlanking(before, after) && (c !== '_' || isPunctuation(before) || !rightFlanking(before, after))

const canClose = (c: string, before: number, after: number) =>
  rightFlanking(before, after) && (c !== '_' || isPunctuation(after) || !leftFlanking(before, after))

/** The place where a span ends. */
export interface Ending {
  before: number
  after: number
  /** Whether the span directly around it starts and ends at the same places. */
  fillsParent: boolean
  /** The characters directly inside its opening and its end. */
  first: string
  last: string
  /** Whether it is inside other emphasis. */
  isNested: boolean
}

/** How a span is written: its opening and its end. */
export type Form = readonly [open: string, close: string]

/** The form of emphasis that is read correctly at this place: with `*`, with `_`, or as a tag. */
export const formOf = (span: InlineSpan, end: Ending, html: boolean): Form => {
  const tagged: Form = html ? [`<${span.tag}>`, `</${span.tag}>`] : ['', '']
  const fits = (c: string) =>
    c !== span.avoid && canOpen(c, span.before, span.after) && canClose(c, end.before, end.after)
  if (span.kind === 'del') return fits('~') ? ['~~', '~~'] : tagged

  // `***x***` is read as emphasis around strong emphasis, never the other way round.
  const isMixed = span.kind === 'em' && end.fillsParent
  const star = !isMixed && fits('*') && (!end.isNested || isStrict(span, end)) && !collides('*', span, end)
  const c = star ? '*' : fits('_') && !collides('_', span, end) ? '_' : ''
  if (c === '') return tagged
  const run = span.kind === 'em' ? c : c + c
  return [run, run]
}

/** Whether the delimiters of two adjoining spans would be read as those of other kinds. */
const collides = (c: string, span: InlineSpan, { first, last }: Ending) =>
  c === '_' ? first === c || last === c : span.kind === 'strong' && first === c && last === c

/**
 * Whether the opening can only open and the end can only close, so that neither is read as that of a span around it.
 */
const isStrict = (span: InlineSpan, end: Ending) =>
  !rightFlanking(span.before, span.after) && !leftFlanking(end.before, end.after)
