import type { ContentSource } from 'weirjs/schemas'

/** A cell of a table; null if it is empty. */
export type CellValue = string | number | boolean | null

/** One table of a workbook. */
export interface Sheet {
  name: string
  /** The unique names of its columns. */
  columns: string[]
  /** Each row has a value for every column: text, a number, true or false, or null; dates are ISO 8601. */
  rows: CellValue[][]
  /** The lines above its table, such as its title and source. */
  notes?: string[]
  /** Set if the author has hidden it. */
  hidden?: boolean
  /** The link targets of its cells. */
  links?: string[]
}

/** The content of a document, in one form for all types: HTML with structure and without styling. */
export interface DocumentModel {
  /** The content of a body: headings, paragraphs, lists, tables, and a `section` for each slide or sheet. */
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
  /** Null if the document has no pages. */
  pageCount: number | null
  contentSource: ContentSource
  /** For workbooks. */
  sheets?: Sheet[]
  /** What is missing from the document, in sentences for the caller. */
  warnings?: readonly string[]
  /** The value of the format `json`, if it is not the outline of the HTML. */
  json?: unknown
}

/** What is known of a document apart from its bytes. */
export interface Hints {
  mime: string
  /** After redirects. */
  url: string
  /** The number of pages to read. */
  maxPages?: number
}

/** A reader's result: what it omits is null, and `contentSource` defaults to `document`. */
export type ReadModel = Pick<DocumentModel, 'html'> & Partial<DocumentModel>

/** Reads a document, as a function of its bytes and hints alone. Throws Unreadable. */
export type ReadDocument = (bytes: Uint8Array, hints: Hints) => Promise<ReadModel>

/** Why a document cannot be read: the value of `details.reason`. */
export type UnreadableReason =
  | 'encrypted'
  | 'scanned'
  | 'damaged'
  | 'empty'
  | 'too_large'
  | 'too_complex'
  | 'unsupported_type'

/** A document that cannot be read: the only error of a reader that the caller sees. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly reason: UnreadableReason

  /** `message` is a sentence for the caller and says what would help. */
  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
