import type { ContentOptions } from 'weirjs/schemas'
import type { Converted, Sniffed } from '../converted.ts'
import { answerSheets } from './sheets.ts'
import type { Extracted } from './untrusted/extracted.ts'

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
