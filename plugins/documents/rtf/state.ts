import type { Marks } from '../html-writer/runs.ts'

/** Where the text of a group goes. */
export type Destination =
  | 'text'
  | 'skip'
  /** A picture or shape, of which the description and the text are read. */
  | 'figure'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'info'
  | 'instruction'
  | 'property name'
  | 'property value'

/** What a paragraph is. */
export interface Paragraph {
  style: number
  /** 0 to 8. */
  outline?: number
  /** The number of its list, and its level in it. */
  list: number
  level: number
  inTable: boolean
  /** Twips: how far it is indented, and its first line beyond. */
  indent: number
  firstIndent: number
  /** Of the lists of Word 6. */
  old?: 'bullet' | 'number'
}

/** A paragraph of which nothing was said. */
export const freshParagraph = (): Paragraph => ({
  style: 0,
  list: 0,
  level: 0,
  inTable: false,
  indent: 0,
  firstIndent: 0,
})

/** What a group inherits from the one around it. */
export interface State {
  destination: Destination
  marks: Marks
  hidden: boolean
  font: number
  /** Characters that stand for a `\u` where it is not known. */
  fallbacks: number
  paragraph: Paragraph
  /** Where text goes that stands twice, once for programs without Unicode. */
  twice?: Destination
  /** What a field computes. */
  field?: { code: string }
  /** The group ends something that its beginning began. */
  onClose?: () => void
}
