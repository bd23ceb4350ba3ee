import { createSweeper, type Kit, type Sweeper } from 'weirjs'
import { content } from '../content/service.ts'
import { type Circuit, createCircuit } from './ask/circuit.ts'
import type { SearchConfig } from './config.ts'
import type { PageIndex } from './local/page-index.ts'
import { createPartitionRows } from './local/postgres/partition-rows.ts'
import { createPartitionFiles } from './local/sqlite/partition-files.ts'
import { createPageIndex } from './local/store-index.ts'

/** Expired pages deleted per transaction, so that others need not wait long. */
const AT_ONCE = 50

/** What routes, providers and the observer of this plugin share. */
export interface SearchState {
  circuit: Circuit
  index: PageIndex
  sweeper: Sweeper
}

export function setUp({ store, clock, leases, log, folder, use }: Kit<SearchConfig>): SearchState {
  const parts = { store, content: use(content), log }
  const words =
    store.dialect === 'sqlite' ? createPartitionFiles({ ...parts, folder: folder() }) : createPartitionRows(parts)
  const index = createPageIndex(store, words)
  const sweeper = createSweeper({
    what: 'Expired pages of the search index',
    sweep: async () => (await index.sweep(clock.now(), AT_ONCE)) === AT_ONCE,
    first: 90_000,
    every: 3600_000,
    leases,
    log,
  })
  return { circuit: createCircuit(clock), index, sweeper }
}
