import type { ConvertContext } from '../../content/service.ts'
import type { IndexFilter } from './page-index.ts'
import type { LocalQuery } from './parse-query.ts'

/**
 * Batches that a search waits for, so that recently scraped pages are found, and all of an account's few pages by its
 * first search, without a large backlog blocking anybody.
 */
export const BATCHES_BEFORE_SEARCH = 16

export interface WordSearch {
  query: LocalQuery
  filter: IndexFilter
  /** The number of wanted pages: if fewer match everything, pages that match a part are included. */
  wanted: number
}

/** A page that was found. */
export interface FoundId {
  id: number
  /** 0 if it matches everything; pages of a higher rank match less. */
  rank: number
  /** The higher, the better it matches among those of its rank. */
  score: number
}

/** The results of a search in a partition, and whether all its pages were indexed. */
export interface PartitionResults {
  found: FoundId[]
  isWhole: boolean
}

/** The word indexes of partitions, each separate. They are updated after the pages, and before a search. */
export interface PartitionWords {
  /** Pages of a partition were added or removed. */
  changed(name: string): void
  find(name: string, search: WordSearch, context: ConvertContext): Promise<PartitionResults>
  start(): Promise<void>
  /** Waits for writes in progress. */
  close(): Promise<void>
}
