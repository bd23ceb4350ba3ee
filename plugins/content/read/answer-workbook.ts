import type { ContentOptions } from 'weirjs/schemas'
import type { Value } from '../../documents/data/head.ts'
import type { Budget } from '../budget.ts'
import type { Converted, Sniffed } from '../converted.ts'
import type { Extracted } from '../document-model.ts'
import { answerSheets } from './answer-sheets.ts'

/** A workbook in the formats that were asked for. */
export const answerWorkbook = (
  source: Sniffed,
  options: ContentOptions,
  { extracted, budget }: { extracted: Extracted; budget: Budget },
): Converted => {
  const { title, author, description, language, created, modified, sheets = [] } = extracted
  const book = {
    title,
    author,
    description,
    language,
    tables: sheets,
    textOf: (cell: Value) => (cell === null ? '' : String(cell)),
    valueOf: (cell: Value) => cell,
    raw: '',
  }
  const answered = answerSheets(source, options, book, budget)
  answered.metadata.date = created ?? modified
  answered.metadata.article.publishedTime = created
  answered.metadata.article.modifiedTime = modified
  return answered
}
