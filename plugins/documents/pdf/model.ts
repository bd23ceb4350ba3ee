/** Points from the left and from the top of the upright page. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Text that stands in one place in one font. */
export interface Run {
  text: string
  left: number
  right: number
  /** Where its letters stand. */
  baseline: number
  /** Of the font, points. */
  size: number
  bold: boolean
  italic: boolean
  mono: boolean
  /** What it leads to. */
  href: string | null
  /** The marked content that it belongs to, by which the structure tree names it. */
  mark: string | null
}

/** A thin straight line that is drawn: of a table, or under a heading. */
export interface Ruling {
  isHorizontal: boolean
  /** Across its direction. */
  at: number
  from: number
  to: number
}

/** What stands on a page, turned upright. */
export interface PageContent {
  width: number
  height: number
  runs: Run[]
  rulings: Ruling[]
}

/** A stretch of text of one look. */
export interface Span {
  text: string
  bold: boolean
  italic: boolean
  mono: boolean
  /** Above or below the line, as exponents and indexes are. */
  raised: -1 | 0 | 1
  href: string | null
}

/** Runs that stand side by side on one baseline, near enough to be read as one. */
export interface Line extends Box {
  runs: Run[]
  baseline: number
  /** Of most of its letters. */
  size: number
}

/** A heading; `level` is 1 to 6. */
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
  /** Lines it was set in; 0 where that says nothing. */
  lines: number
}
/** Code as it is set, line by line. */
export interface Code {
  kind: 'code'
  text: string
}
/** An item of a list: its text, and what stands below it. */
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
/** A cell, and how many columns and rows it takes. */
export interface Cell {
  spans: Span[]
  columns: number
  rows: number
  isHead: boolean
}
/** A table; cells that reach down stand in the first of their rows alone. */
export interface Table {
  kind: 'table'
  rows: Cell[][]
}
/** What is quoted. */
export interface Quote {
  kind: 'quote'
  blocks: Block[]
}
/** A picture, by its description. */
export interface Image {
  kind: 'image'
  alt: string
}
/** What a document is made of, in its order. */
export type Block = Heading | Paragraph | Code | List | Table | Quote | Image

/** The text of spans, without their looks. */
export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')
