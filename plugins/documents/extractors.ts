import type { Extract } from '../content/document-model.ts'

interface Extractor {
  extract: Extract
}

/**
 * The modules that read documents, by the name a reader calls them. Each is loaded in the child alone, and only when it
 * is needed.
 */
export const extractors = {
  book: () => import('./epub/index.ts'),
  openDocument: () => import('./odf/index.ts'),
  pdf: () => import('./pdf/index.ts'),
  richText: () => import('./rtf/index.ts'),
  slides: () => import('./pptx/index.ts'),
  word: () => import('./docx/index.ts'),
  workbook: () => import('./workbook/index.ts'),
} satisfies Record<string, () => Promise<Extractor>>

/** What an extractor is called by. */
export type ExtractorName = keyof typeof extractors
