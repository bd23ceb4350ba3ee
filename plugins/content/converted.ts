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

/** What an engine fetched: the URL after redirects, and the body without its content encoding. */
export interface Source {
  url: URL
  headers: Headers
  body: Uint8Array
}

/** A source whose type is known. */
export interface Sniffed extends Source {
  parserName: ParserName
  /** The type by its bytes, otherwise by the server's header; lower case, without parameters. */
  mime: string
}

/** The formats that a model reads of a page, as JSON values. */
export type ForModel = Partial<Record<ContentFormat, unknown>>

/** A caption file that a page names. */
export interface CaptionFile {
  /** Absolute. */
  url: string
  language: string | undefined
  isDefault: boolean
}

/** A page or document in the requested formats, and no others. */
export interface Converted {
  markdown?: string
  html?: string
  rawHtml?: string
  text?: string
  json?: unknown
  structured?: unknown
  /** A list of URLs. */
  links?: unknown
  /** A list of PageImage. */
  images?: unknown
  /** A list of AttributeValues. */
  attributes?: unknown
  /** The first sentences. */
  summary?: string
  /** All links of the page, whatever was cut: for crawls. */
  pageLinks?: PageLinks
  /** For pages and for documents that are converted to HTML; without the transcripts of their videos. */
  excerpt?: Excerpt
  /**
   * For pages that were read with the texts of their site: the hashes of their own texts, and whether the site's
   * texts changed the result.
   */
  ofSite?: { texts: Int32Array; isFramed: boolean }
  /** Formats for a model, where they differ: without what no reader of the page sees. */
  forModel?: ForModel
  metadata: PageMetadata
  parserName: ParserName
  contentSource: ContentSource
  /** For documents that have pages. */
  pageCount?: number | null
  /** Caption files of the page's video, if it names any. */
  captions?: readonly CaptionFile[]
  /** For videos and pages with one: whether a transcript is available. */
  transcriptAvailable?: boolean
  /** What was cut, in sentences for the caller. */
  warnings?: string[]
}

/** Reads one kind of document on a thread. Throws ApiError `scraping_failed` if it cannot be read. */
export type ReadOnThread = (source: Sniffed, options: ContentOptions, budget: Budget) => Promise<Converted>

/** Whether any of these formats was requested. */
export const wants = ({ formats }: ContentOptions, ...any: ContentFormat[]): boolean =>
  any.some((format) => formats.has(format))
