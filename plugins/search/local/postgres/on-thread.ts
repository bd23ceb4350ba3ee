import type { PageWords } from '../page-index.ts'
import { toVector } from './tsvector.ts'

/** The words of pages; finding them takes as long as converting the pages. */
export const toVectors = ({ partition, pages }: { partition: number; pages: readonly PageWords[] }): string[] =>
  pages.map((page) => toVector(partition, page))
