import type { Extract } from './extracted.ts'

interface Extractor {
  extract: Extract
}

/**
 * The modules that read documents, by the name a reader calls them. Each is loaded in the child alone, and only when it
 * is needed.
 */
export const extractors = {
  book: () => import('../book/index.ts'),
  openDocument: () => import('../open-document/index.ts'),
  pdf: () => import('../pdf/index.ts'),
  richText: () => import('../rich-text/index.ts'),
  slides: () => import('../slides/index.ts'),
  word: () => import('../word/index.ts'),
  workbook: () => import('../workbook/index.ts'),
} satisfies Record<string, () => Promise<Extractor>>

/** What an extractor is called by. */
export type ExtractorName = keyof typeof extractors
