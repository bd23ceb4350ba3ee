import { books } from './books.ts'
import type { GoldenDocument } from './document.ts'
import { openDocument } from './open-document.ts'
import { rtf } from './rtf.ts'
import { slides } from './slides.ts'
import { word } from './word.ts'
import { workbooks } from './workbooks.ts'

/** Each document of the golden set once. */
export const golden: readonly GoldenDocument[] = [...workbooks, ...word, ...openDocument, ...rtf, ...slides, ...books]
