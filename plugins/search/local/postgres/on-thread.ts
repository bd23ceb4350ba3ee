import type { PageWords } from '../page-index.ts'
import { toVector } from './tsvector.ts'

/** The words of pages; to find them takes as long as to convert the pages. */
export const toVectors = ({ partition, pages }: { partition: number; pages: readonly PageWords[] }): string[] =>
  pages.map((page) => toVector(partition, page))
