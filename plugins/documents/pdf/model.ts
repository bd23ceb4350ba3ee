/** A box on the upright page, in points from its left and top. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A run of text in one place and one font. */
export interface Run {
  text: string
  left: number
  right: number
  /** The position of the baseline. */
  baseline: number
  /** The font size in points. */
  size: number
  bold: boolean
  italic: boolean
  mono: boolean
  /** The target of its link. */
  href: string | null
  /** The id of its marked content, with which the structure tree refers to it. */
  mark: string | null
}

/** A ruling: a thin straight line, such as in a table or under a heading. */
export interface Ruling {
  isHorizontal: boolean
  /** Its position perpendicular to its direction. */
  at: number
  from: number
  to: number
}

/** The content of a page, rotated upright. */
export interface PageContent {
  width: number
  height: number
  runs: Run[]
  rulings: Ruling[]
}

/** A run of text with the same formatting. */
export interface Span {
  text: string
  bold: boolean
  italic: boolean
  mono: boolean
  /** 1 for superscript, -1 for subscript. */
  raised: -1 | 0 | 1
  href: string | null
}

/** Runs on one baseline that are close enough to be read as one line. */
export interface Line extends Box {
  runs: Run[]
  baseline: number
  /** Of most of its letters. */
  size: number
}

/** A heading of level 1 to 6. */
export interface Heading {
  kind: 'heading'
  level: number
  spans: Span[]
}
/** Running text. */
export interface Paragraph {
  kind: 'paragraph'
  spans: Span[]
  /** Of most of its letters. */
  size: number
  /** The number of lines in the PDF; 0 if unknown. */
  lines: number
}
/** Code, line by line as in the PDF. */
export interface Code {
  kind: 'code'
  text: string
}
/** An item of a list: its text and the blocks below it. */
export interface Item {
  spans: Span[]
  children: Block[]
}
/** A list, or a part of one. */
export interface List {
  kind: 'list'
  /** The number of its first item; null for bullets. */
  start: number | null
  items: Item[]
}
/** A cell and the number of columns and rows that it spans. */
export interface Cell {
  spans: Span[]
  columns: number
  rows: number
  isHead: boolean
}
/** A table. A cell that spans several rows is only in the first of them. */
export interface Table {
  kind: 'table'
  rows: Cell[][]
}
/** A quotation. */
export interface Quote {
  kind: 'quote'
  blocks: Block[]
}
/** A picture with its description. */
export interface Image {
  kind: 'image'
  alt: string
}
/** A block of a document. */
export type Block = Heading | Paragraph | Code | List | Table | Quote | Image

/** The text of spans without formatting. */
export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')
