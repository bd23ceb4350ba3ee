import { createSweeper, type Kit, type Sweeper } from 'weirjs'
import { content } from '../content/service.ts'
import { type Circuit, createCircuit } from './ask/circuit.ts'
import type { SearchConfig } from './config.ts'
import type { PageIndex } from './local/page-index.ts'
import { createPartitionFiles } from './local/sqlite/partition-files.ts'
import { createSqliteIndex } from './local/sqlite/sqlite-index.ts'

/** Expired pages that go in one transaction, so that others need not wait long. */
const AT_ONCE = 50

/** What routes, providers and the observer of this plugin share. */
export interface SearchState {
  circuit: Circuit
  index: PageIndex
  sweeper: Sweeper
}

export function setUp({ store, clock, log, folder, use }: Kit<SearchConfig>): SearchState {
  const files = createPartitionFiles({ store, content: use(content), folder: folder(), log })
  const index = createSqliteIndex(store, files)
  const sweeper = createSweeper({
    what: 'Expired pages of the search index',
    sweep: async () => (await index.sweep(clock.now(), AT_ONCE)) === AT_ONCE,
    first: 90_000,
    every: 3600_000,
    log,
  })
  return { circuit: createCircuit(clock), index, sweeper }
}
