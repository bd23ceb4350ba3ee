import type { ContentOptions } from 'weirjs/schemas'
import type { Converted, DocumentReader, Sniffed } from '../converted.ts'
import { readCsv } from './csv.ts'
import { answerSheets } from './sheets.ts'
import type { Extracted } from './untrusted/extracted.ts'
import { readUntrusted } from './untrusted/read-untrusted.ts'

/** Any spreadsheet: CSV and TSV here, the files of spreadsheet programs in a process of their own. */
export const readSpreadsheet: DocumentReader = async (source, options, signal) => {
  if (isText(source.mime, source.body)) return readCsv(source, options)
  const hints = { mime: source.mime, url: source.url.href }
  return answerWorkbook(source, options, await readUntrusted('workbook', source.body, hints, signal))
}

/** A workbook in the formats that were asked for. */
export const answerWorkbook = (source: Sniffed, options: ContentOptions, workbook: Extracted): Converted => {
  const { title, author, description, language, created, modified, sheets = [] } = workbook
  const answered = answerSheets(source, options, {
    title,
    author,
    description,
    language,
    tables: sheets,
    textOf: (cell) => (cell === null ? '' : String(cell)),
    valueOf: (cell) => cell,
    raw: '',
  })
  answered.metadata.date = created ?? modified
  answered.metadata.article.publishedTime = created
  answered.metadata.article.modifiedTime = modified
  return answered
}

/** Servers call CSV `application/vnd.ms-excel` for a spreadsheet's sake; a file of that program has bytes that no text has. */
const isText = (mime: string, body: Uint8Array): boolean => {
  if (/csv|tab-separated|^text\//.test(mime)) return true
  const head = body.subarray(0, 4096)
  const isArchive = head[0] === 0x50 && head[1] === 0x4b
  return !isArchive && !head.includes(0) && !new TextDecoder('latin1').decode(head).includes(OFFICE_XML)
}

/** The namespace of workbooks that Excel 2003 wrote as XML. */
const OFFICE_XML = 'urn:schemas-microsoft-com:office:spreadsheet'
