import type {
  ContentFormat,
  ContentOptions,
  ContentSource,
  Excerpt,
  PageLinks,
  PageMetadata,
  ParserName,
} from 'weirjs/schemas'
import type { Budget } from './budget.ts'

/** What an engine got: the address after redirects, and the body without its content encoding. */
export interface Source {
  url: URL
  headers: Headers
  body: Uint8Array
}

/** A source of which is known what it is. */
export interface Sniffed extends Source {
  parserName: ParserName
  /** What it is by its bytes, else by what the server says; lower case, without parameters. */
  mime: string
}

/** What a model reads of a page, as JSON knows it. */
export type ForModel = Partial<Record<ContentFormat, unknown>>

/** A file of captions that a page names. */
export interface CaptionFile {
  /** Absolute. */
  url: string
  language: string | undefined
  isDefault: boolean
}

/** A page or document in the formats that were asked for, and no others. */
export interface Converted {
  markdown?: string
  html?: string
  rawHtml?: string
  text?: string
  json?: unknown
  structured?: unknown
  /** Addresses, as a list. */
  links?: unknown
  /** A list of PageImage. */
  images?: unknown
  /** A list of AttributeValues. */
  attributes?: unknown
  /** The first sentences. */
  summary?: string
  /** Where the whole page leads, whatever was cut: for those who go on from it. */
  pageLinks?: PageLinks
  /** For pages and for documents that are made HTML; without what is said in their videos. */
  excerpt?: Excerpt
  /** For pages that were read with texts of their site: hashes of their own, and whether any made a difference. */
  ofSite?: { texts: Int32Array; isFramed: boolean }
  /** Formats for a model, where they are others: without what no reader of the page sees. */
  forModel?: ForModel
  metadata: PageMetadata
  parserName: ParserName
  contentSource: ContentSource
  /** For documents that have pages. */
  pageCount?: number | null
  /** Files with what is said in the page's video, where it names any. */
  captions?: readonly CaptionFile[]
  /** For videos, and pages with one: whether what is said in it is known. */
  transcriptAvailable?: boolean
  /** What was cut, in sentences for the caller. */
  warnings?: string[]
}

/** Reads a kind of document on a thread. Throws ApiError `scraping_failed` for one that cannot be read. */
export type ReadOnThread = (source: Sniffed, options: ContentOptions, budget: Budget) => Promise<Converted>

/** Whether a format was asked for. */
export const wants = ({ formats }: ContentOptions, ...any: ContentFormat[]): boolean =>
  any.some((format) => formats.has(format))
