import { isPunctuation, isSpaceOrEnd } from './characters.ts'

export type MarkKind = 'em' | 'strong' | 'del' | 'html' | 'link'

/** An inline element that is open: emphasis, a link, or one that Markdown has no form for. */
export interface Mark {
  readonly kind: MarkKind
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

/** A place at which a mark ends. */
export interface Ending {
  before: number
  after: number
  /** The mark directly around it starts and ends in the same places. */
  fillsParent: boolean
  /** The characters directly within its opening and its end. */
  first: string
  last: string
  /** It stands in other emphasis. */
  isNested: boolean
}

/** What a mark is written as: its opening and its end. */
export type Form = readonly [open: string, close: string]

/** The form of emphasis that is read as it is meant in this place: with `*`, with `_`, or as a tag. */
export const formOf = (mark: Mark, end: Ending, html: boolean): Form => {
  const tagged: Form = html ? [`<${mark.tag}>`, `</${mark.tag}>`] : ['', '']
  const fits = (c: string) =>
    c !== mark.avoid && canOpen(c, mark.before, mark.after) && canClose(c, end.before, end.after)
  if (mark.kind === 'del') return fits('~') ? ['~~', '~~'] : tagged

  // `***x***` is emphasis around strong emphasis, never the other way about.
  const isMixed = mark.kind === 'em' && end.fillsParent
  const star = !isMixed && fits('*') && (!end.isNested || isStrict(mark, end)) && !collides('*', mark, end)
  const c = star ? '*' : fits('_') && !collides('_', mark, end) ? '_' : ''
  if (c === '') return tagged
  const run = mark.kind === 'em' ? c : c + c
  return [run, run]
}

/** Delimiters of two marks that touch would be read as those of other kinds. */
const collides = (c: string, mark: Mark, { first, last }: Ending) =>
  c === '_' ? first === c || last === c : mark.kind === 'strong' && first === c && last === c

/** The opening can only open and the end can only close, so that neither is taken for that of a mark around it. */
const isStrict = (mark: Mark, end: Ending) =>
  !rightFlanking(mark.before, mark.after) && !leftFlanking(end.before, end.after)
