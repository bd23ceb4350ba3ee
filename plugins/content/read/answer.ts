import type { ContentOptions, PageMetadata } from 'weirjs/schemas'
import { type ContentFormat, contentFormats } from 'weirjs/schemas/formats'
import type { JsonObject } from 'weirjs/toolkit'
import { type Converted, type Sniffed, wants } from '../converted.ts'
import { escapeHtml } from '../escape-html.ts'
import type { PageImage } from '../formats/images.ts'
import { summaryOfText } from '../formats/summary.ts'
import { emptyMetadata } from '../metadata/empty.ts'
import { measureText } from '../quality/measure-text.ts'
import { normaliseStructured } from '../structured/index.ts'
import { Things } from '../structured/things.ts'
import { clearBesideText } from './clear-between.ts'

type Quality = PageMetadata['contentQuality']

/** A document in every format; each is made on demand. */
export interface AnswerContent {
  title: string | null
  description?: string | null
  language?: string | null
  author?: string | null
  markdown: () => string
  html: () => string
  text: () => string
  /** The decoded original document; empty if it is not text. */
  rawHtml: () => string
  json: () => unknown
  links: () => string[]
  /** Set if it has images. */
  images?: () => PageImage[]
  contentSource: Converted['contentSource']
  /** The number of its elements by kind, and its kind of content. */
  quality?: Partial<Quality>
  /** The items that it describes in JSON-LD. */
  jsonLd?: JsonObject[]
  /** Whether it is data, whose `json` comes with every answer. Source: spec section 1. */
  isData?: boolean
}

/** Converts a document to the requested formats, with metadata and measures. */
export const answer = (
  { parserName, url }: Pick<Sniffed, 'parserName' | 'url'>,
  options: ContentOptions,
  content: AnswerContent,
): Converted => {
  const {
    title,
    description = null,
    language = null,
    author = null,
    contentSource,
    isData = false,
    jsonLd = [],
  } = content
  const text = content.text()
  const measured = options.includeMetadata === false ? {} : measureText(text, language)
  const metadata = emptyMetadata()
  metadata.structuredData.jsonLd = jsonLd
  metadata.structuredData.schemaTypes = new Things(jsonLd, [], []).schemaTypes()
  const quality = {
    ...metadata.contentQuality,
    ...measured,
    contentDensity: text === '' ? 0 : 1,
    ...content.quality,
  }
  const makers: { [Format in ContentFormat]: () => Converted[Format] } = {
    markdown: content.markdown,
    html: () => htmlOf(content, text, options),
    rawHtml: content.rawHtml,
    text: () => text,
    json: content.json,
    structured: () => normaliseStructured(metadata, url),
    links: () => [...new Set(content.links())],
    images: () => content.images?.() ?? [],
    // A document without elements has no attributes.
    attributes: () => (options.attributes ?? []).map((query) => ({ ...query, values: [] })),
    summary: () => summaryOfText(text),
  }
  const formats: Pick<Converted, ContentFormat> = {}
  for (const format of contentFormats) {
    if (!wants(options, format) && !(isData && format === 'json')) continue
    clearBesideText(text)
    Object.assign(formats, { [format]: makers[format]() })
  }
  clearBesideText(text)
  return {
    ...formats,
    metadata: {
      ...metadata,
      title,
      description,
      language,
      author,
      contentQuality: quality,
      wordCount: quality.wordCount,
      characterCount: quality.characterCount,
      linksCount: quality.linkCount,
      imagesCount: quality.imageCount,
    },
    parserName,
    contentSource,
    pageCount: null,
  }
}

/** With `stripHtml`, HTML is plain text. */
const htmlOf = (content: AnswerContent, text: string, { htmlFormat, stripHtml }: ContentOptions): string => {
  if (htmlFormat === 'raw') return content.rawHtml()
  return stripHtml ? text : content.html()
}

/** HTML for text whose white space matters. */
export const preformatted = (text: string): string => `<pre>${escapeHtml(text)}</pre>`

/** A URL in a text. Quotation marks, and the punctuation of Chinese and Japanese, are not part of it. */
const address = /https?:\/\/[^\s"'<>\\^`{|}«»‘-„‹›…\u3001\u3002\u3008-\u3011\uff01-\uff0f\uff1a-\uff1f]{1,2000}/g

/** The http and https URLs in a text, without punctuation at their ends. */
export const addressesIn = (text: string): string[] => {
  const found = new Set<string>()
  for (const [match] of text.matchAll(address)) {
    let end = match.length
    while (end > 0 && '.,;:!?)]'.includes(match[end - 1]!)) end--
    // A closing bracket belongs to the URL if its opening bracket does, as in encyclopedias.
    if (match[end] === ')' && match.lastIndexOf('(', end) > match.lastIndexOf(')', end - 1)) end++
    const url = URL.parse(match.slice(0, end))
    if (url !== null) found.add(url.href)
  }
  return [...found]
}
