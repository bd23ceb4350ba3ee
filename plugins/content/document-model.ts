import type { ContentSource } from 'weirjs/schemas'

/** A cell of a table: a number says so, an empty one is null. */
export type CellValue = string | number | boolean | null

/** One table of a workbook. */
export interface Sheet {
  name: string
  /** The names of its columns, each once. */
  columns: string[]
  /** Each with a value for every column: text, a number, true or false, null; a date as ISO 8601. */
  rows: CellValue[][]
  /** Lines above its table: what it is, where it is from. */
  notes?: string[]
  /** Its author shows it to nobody. */
  hidden?: boolean
  /** Where its cells lead. */
  links?: string[]
}

/** What a document says, in one form for all types: HTML that has structure and no looks. */
export interface DocumentModel {
  /** What stands in a body: headings, paragraphs, lists, tables, a `section` for each slide or sheet. */
  html: string
  title: string | null
  author: string | null
  description: string | null
  /** BCP 47. */
  language: string | null
  /** ISO 8601. */
  created: string | null
  /** ISO 8601. */
  modified: string | null
  /** Null for what has no pages. */
  pageCount: number | null
  contentSource: ContentSource
  /** For workbooks. */
  sheets?: Sheet[]
  /** What of the document is missing here, in sentences for the caller. */
  warnings?: readonly string[]
  /** What the format `json` gives, where that is not the outline of the HTML. */
  json?: unknown
}

/** What is known of a document beside its bytes. */
export interface Hints {
  mime: string
  /** After redirects. */
  url: string
  /** Pages that are wanted of it. */
  maxPages?: number
}

/** What a reader says of a document: what it leaves out is null, and `contentSource` `document`. */
export type ReadModel = Pick<DocumentModel, 'html'> & Partial<DocumentModel>

/** Reads a document: a function of its bytes alone. Throws Unreadable. */
export type ReadDocument = (bytes: Uint8Array, hints: Hints) => Promise<ReadModel>

/** Why a document cannot be read: what `details.reason` says. */
export type UnreadableReason =
  | 'encrypted'
  | 'scanned'
  | 'damaged'
  | 'empty'
  | 'too_large'
  | 'too_complex'
  | 'unsupported_type'

/** A document that cannot be read; the one error of a reader that its caller gets to see. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly reason: UnreadableReason

  /** `message` is a sentence for the caller and says what would help. */
  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
