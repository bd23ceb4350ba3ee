import type { Kit } from 'weirjs'
import { content } from '../content/service.ts'
import { type Circuit, createCircuit } from './ask/circuit.ts'
import type { SearchConfig } from './config.ts'
import type { PageIndex } from './local/page-index.ts'
import { createPartitionFiles } from './local/sqlite/partition-files.ts'
import { createSqliteIndex } from './local/sqlite/sqlite-index.ts'
import { createSweeper, type Sweeper } from './local/sweeper.ts'

/** What routes, providers and the observer of this plugin share. */
export interface SearchState {
  circuit: Circuit
  index: PageIndex
  sweeper: Sweeper
}

export function setUp({ store, clock, log, folder, use }: Kit<SearchConfig>): SearchState {
  const files = createPartitionFiles({ store, content: use(content), folder: folder(), log })
  const index = createSqliteIndex(store, files)
  return { circuit: createCircuit(clock), index, sweeper: createSweeper(index, { clock, log }) }
}
