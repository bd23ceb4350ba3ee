import type { ContentOptions, PageMetadata } from 'weirjs/schemas'
import type { Budget } from '../budget.ts'
import type { Converted, Sniffed } from '../converted.ts'
import { wants } from '../converted.ts'
import type { CellValue } from '../document-model.ts'
import { escapeHtml } from '../escape-html.ts'
import type { WrittenDocument } from '../sandbox/parse-answer.ts'
import { answerSheets } from './answer-sheets.ts'
import { readPage } from './read-page.ts'

/** Converts a document that was read in a process of its own to the requested formats. */
export async function answerDocument(
  source: Sniffed,
  options: ContentOptions,
  { document, budget }: Budgeted,
): Promise<Converted> {
  for (const warning of document.warnings ?? []) budget.warn(warning)
  return document.sheets
    ? answerWorkbook(source, options, { document, budget })
    : answerText(source, options, { document, budget })
}

interface Budgeted {
  document: WrittenDocument
  budget: Budget
}

/** Converts the document's HTML like a page, and adds the metadata of the file. */
async function answerText(
  { url, headers, parserName }: Sniffed,
  options: ContentOptions,
  { document, budget }: Budgeted,
): Promise<Converted> {
  const { contentSource, pageCount, json } = document
  const converted = await readPage(
    {
      url,
      headers: htmlHeaders(headers),
      body: pageOf(document),
      mime: 'text/html',
      parserName: 'html',
    },
    // All of a document is its content.
    { ...options, onlyMainContent: false, removeAds: false },
    budget,
  )
  return {
    ...converted,
    // Data comes with every answer, requested or not. Source: spec section 1.
    ...(json !== undefined && (contentSource === 'data' || wants(options, 'json')) && { json }),
    ...(converted.rawHtml !== undefined && {
      rawHtml: new TextDecoder('utf-8', { ignoreBOM: true }).decode(document.html),
    }),
    metadata: metadataOf(converted.metadata, document),
    parserName,
    contentSource,
    pageCount,
  }
}

/** The server's headers, with the content type of the generated page. */
const htmlHeaders = (headers: Headers): Headers => {
  const changed = new Headers(headers)
  changed.set('content-type', 'text/html; charset=utf-8')
  return changed
}

const pageOf = ({ html, title, language }: WrittenDocument): Uint8Array => {
  const lang = language === null ? '' : ` lang="${escapeHtml(language)}"`
  const head = title === null ? '' : `<title>${escapeHtml(title)}</title>`
  const start = Buffer.from(`<!DOCTYPE html>\n<html${lang}><head>${head}</head><body>\n`)
  return Buffer.concat([start, html, Buffer.from('\n</body></html>')])
}

/** The metadata of the file takes precedence over that derived from its text. */
function metadataOf(read: PageMetadata, document: WrittenDocument): PageMetadata {
  const { title, author, description, language, created, modified } = document
  return {
    ...read,
    title: title ?? read.title,
    author: author ?? read.author,
    description: description ?? read.description,
    language: language ?? read.language,
    date: created ?? read.date ?? modified,
    article: { ...read.article, author: author ?? read.article.author, publishedTime: created, modifiedTime: modified },
    contentQuality: {
      ...read.contentQuality,
      contentDensity: read.characterCount === 0 ? 0 : 1,
      ...(document.contentSource === 'data' && { contentType: 'data' as const }),
    },
  }
}

/** Converts a workbook to the requested formats. */
function answerWorkbook(source: Sniffed, options: ContentOptions, { document, budget }: Budgeted): Converted {
  const { title, author, description, language, created, modified, sheets = [] } = document
  const book = {
    title,
    author,
    description,
    language,
    tables: sheets,
    textOf: (cell: CellValue) => (cell === null ? '' : String(cell)),
    valueOf: (cell: CellValue) => cell,
    raw: '',
  }
  const answered = answerSheets(source, options, book, budget)
  answered.metadata.date = created ?? modified
  answered.metadata.article.publishedTime = created
  answered.metadata.article.modifiedTime = modified
  return answered
}
