import { isPunctuation, isSpaceOrEnd } from './characters.ts'

export type MarkKind = 'em' | 'strong' | 'del' | 'html' | 'link'

/** An inline element that is open: emphasis, a link, or one that Markdown has no form for. */
export interface Mark {
  readonly kind: MarkKind
  /** The tag that stands for it where Markdown's own form would not be read as it is meant. */
  readonly tag: string
  /** The element's own name: `b` and `strong` are of one kind. */
  readonly name: string
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
  /** How many marks of the same kind it stands in. */
  depth: number
  /** It has another of its kind in it. */
  holdsOwnKind: boolean
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
  /** The emphasis it stands in: none, or such as is written with stars alone or with underscores too. */
  around: 'none' | 'star' | 'line'
}

/** What a mark is written as: its opening and its end. */
export type Form = readonly [open: string, close: string]

/** The form of emphasis that is read as it is meant in this place: with `*`, with `_`, or as a tag. */
export const formOf = (mark: Mark, end: Ending, html: boolean): Form => {
  const tagged: Form = html ? [`<${mark.tag}>`, `</${mark.tag}>`] : ['', '']
  const fits = (c: string) =>
    c !== mark.avoid && canOpen(c, mark.before, mark.after) && canClose(c, end.before, end.after)
  if (mark.kind === 'del') return mark.depth === 0 && fits('~') ? ['~~', '~~'] : tagged
  if (mark.depth > 1 && !(mark.kind === 'strong' && end.fillsParent)) return tagged

  const star = fits('*') && (end.around === 'none' || isStrict(mark, end)) && !collides('*', mark, end)
  // Within, another of the kind is written with `_`.
  const isFree = mark.depth > 0 ? end.around !== 'line' : end.around !== 'line' && !mark.holdsOwnKind
  const line = isFree && fits('_') && !collides('_', mark, end)
  // `***x***` is emphasis around strong emphasis, never the other way about, and of two of a kind one is written `_`.
  const mixed = (mark.kind === 'em' && end.fillsParent) || mark.depth % 2 === 1
  const c = mixed ? (line ? '_' : star && !end.fillsParent ? '*' : '') : star ? '*' : line ? '_' : ''
  if (c === '') return tagged
  const run = mark.kind === 'em' ? c : c + c
  return [run, run]
}

/** Delimiters of two marks that touch would be read as those of other kinds. */
const collides = (c: string, mark: Mark, { first, last }: Ending) =>
  mark.holdsOwnKind || c === '_' ? first === c || last === c : mark.kind === 'strong' && first === c && last === c

/** The opening can only open and the end can only close, so that neither is taken for that of a mark around it. */
const isStrict = (mark: Mark, end: Ending) =>
  !rightFlanking(mark.before, mark.after) && !leftFlanking(end.before, end.after)
