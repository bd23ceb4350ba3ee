import type { PageWords } from '../page-index.ts'
import { toVector } from './tsvector.ts'

/** Splits pages into words, which takes as long as converting the pages, so it runs on a thread. */
export const toVectors = ({ partition, pages }: { partition: number; pages: readonly PageWords[] }): string[] =>
  pages.map((page) => toVector(partition, page))
