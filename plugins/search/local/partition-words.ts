import type { ConvertContext } from '../../content/service.ts'
import type { IndexFilter } from './page-index.ts'
import type { LocalQuery } from './parse-query.ts'

/**
 * Batches that a search waits for: what was scraped just before is found, all of an account's few pages by its first
 * search, and a great backlog holds nobody.
 */
export const BATCHES_BEFORE_SEARCH = 16

export interface WordSearch {
  query: LocalQuery
  filter: IndexFilter
  /** Pages that are wanted: where fewer have all that is asked for, there are also those that have some of it. */
  wanted: number
}

/** A page that was found. */
export interface FoundId {
  id: number
  /** 0 where it has all that is asked for; those of a higher rank have less of it. */
  rank: number
  /** The higher, the better it fits among those of its rank. */
  score: number
}

/** What a search of a partition found, and whether all its pages were there to be found. */
export interface PartitionResults {
  found: FoundId[]
  isWhole: boolean
}

/** The words of partitions' pages, each partition's apart: they come behind the pages, and before a search. */
export interface PartitionWords {
  /** Pages of a partition came or went. */
  changed(name: string): void
  find(name: string, search: WordSearch, context: ConvertContext): Promise<PartitionResults>
  start(): Promise<void>
  /** Waits for what is being written. */
  close(): Promise<void>
}
