import type { ContentOptions } from 'weirjs/schemas'
import type { Budget } from '../budget.ts'
import type { Converted, Sniffed } from '../converted.ts'
import type { CellValue, DocumentModel } from '../document-model.ts'
import { answerSheets } from './answer-sheets.ts'

/** A workbook in the formats that were asked for. */
export const answerWorkbook = (
  source: Sniffed,
  options: ContentOptions,
  { document, budget }: { document: DocumentModel; budget: Budget },
): Converted => {
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
