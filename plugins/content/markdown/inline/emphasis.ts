import { isPunctuation, isSpaceOrEnd } from './characters.ts'

export type SpanKind = 'em' | 'strong' | 'del' | 'html' | 'link'

/** An inline element that is open: emphasis, a link, or one that Markdown has no form for. */
export interface InlineSpan {
  readonly kind: SpanKind
  /** The tag that stands for it where Markdown's own form would not be read as it is meant. */
  readonly tag: string
  /** What closes a link: `](address "title")`. */
  readonly close: string
  /** A link around several blocks is written in the first alone. */
  readonly once: boolean
  /** Where its opening stands among the parts; -1 while it has no content. */
  part: number
  /** Codes of the characters on both sides of its opening. */
  before: number
  after: number
  /** The delimiter character that the opening touches from behind, and so must not be made of. */
  avoid: string
}

const isSurrogate = (c: number) => c >= 0xd800 && c < 0xe000

/** Readers disagree on characters beyond the basic plane: here they are what makes a rule stricter. */
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

/** A place at which a span ends. */
export interface Ending {
  before: number
  after: number
  /** The span directly around it starts and ends in the same places. */
  fillsParent: boolean
  /** The characters directly within its opening and its end. */
  first: string
  last: string
  /** It stands in other emphasis. */
  isNested: boolean
}

/** What a span is written as: its opening and its end. */
export type Form = readonly [open: string, close: string]

/** The form of emphasis that is read as it is meant in this place: with `*`, with `_`, or as a tag. */
export const formOf = (span: InlineSpan, end: Ending, html: boolean): Form => {
  const tagged: Form = html ? [`<${span.tag}>`, `</${span.tag}>`] : ['', '']
  const fits = (c: string) =>
    c !== span.avoid && canOpen(c, span.before, span.after) && canClose(c, end.before, end.after)
  if (span.kind === 'del') return fits('~') ? ['~~', '~~'] : tagged

  // `***x***` is emphasis around strong emphasis, never the other way about.
  const isMixed = span.kind === 'em' && end.fillsParent
  const star = !isMixed && fits('*') && (!end.isNested || isStrict(span, end)) && !collides('*', span, end)
  const c = star ? '*' : fits('_') && !collides('_', span, end) ? '_' : ''
  if (c === '') return tagged
  const run = span.kind === 'em' ? c : c + c
  return [run, run]
}

/** Delimiters of two spans that touch would be read as those of other kinds. */
const collides = (c: string, span: InlineSpan, { first, last }: Ending) =>
  c === '_' ? first === c || last === c : span.kind === 'strong' && first === c && last === c

/** The opening can only open and the end can only close, so that neither is taken for that of a span around it. */
const isStrict = (span: InlineSpan, end: Ending) =>
  !rightFlanking(span.before, span.after) && !leftFlanking(end.before, end.after)
