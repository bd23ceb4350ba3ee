import type { Store } from 'weirjs'
import type { PageWords } from './page-index.ts'
import * as statements from './statements.ts'
import { rangeOf } from './tables.ts'

/** The most pages of a batch, and the most ids of removed pages. */
const PAGES_AT_ONCE = 128
export const DROPPED_AT_ONCE = 500

/** Changes of a partition that its index lacks. */
interface Batch {
  pages: PageWords[]
  /** Ids of removed pages. */
  dropped: number[]
  /** Whether there may be more. */
  isFull: boolean
}

/** The next batch of a partition that is indexed up to a page; undefined if nothing is left. */
export async function readBatch(store: Store, number: number, indexed: number | null): Promise<Batch | undefined> {
  const [first, last] = rangeOf(number)
  const pages = await store.all(statements.pagesAfter, indexed ?? first, last, PAGES_AT_ONCE)
  const gone = await store.all(statements.droppedOf, first, last, DROPPED_AT_ONCE)
  if (pages.length === 0 && gone.length === 0) return undefined
  const isFull = pages.length === PAGES_AT_ONCE || gone.length === DROPPED_AT_ONCE
  return { pages, dropped: gone.map(({ id }) => id), isFull }
}
