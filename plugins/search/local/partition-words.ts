import type { ConvertContext } from '../../content/service.ts'
import type { IndexFilter } from './page-index.ts'
import type { LocalQuery } from './parse-query.ts'

/**
 * The most batches that a search waits for. So pages that were just scraped are found, the first search of an account
 * with few pages finds them all, and a large backlog does not block a search.
 */
export const BATCHES_BEFORE_SEARCH = 16

export interface WordSearch {
  query: LocalQuery
  filter: IndexFilter
  /** The number of pages wanted: if fewer match the whole query, weaker matches are added. */
  wanted: number
}

/** A matching page. */
export interface FoundId {
  id: number
  /** 0 if it matches the whole query; higher for weaker matches. */
  rank: number
  /** The higher, the better, among pages of the same rank. */
  score: number
}

/** The matching pages of a partition, and whether all its pages were indexed. */
export interface PartitionResults {
  found: FoundId[]
  isWhole: boolean
}

/** The word indexes of partitions. They are updated after the pages, and before a search. */
export interface PartitionWords {
  /** Called after pages of a partition were added or removed. */
  changed(name: string): void
  find(name: string, search: WordSearch, context: ConvertContext): Promise<PartitionResults>
  start(): Promise<void>
  /** Waits for running writes. */
  close(): Promise<void>
}
