import type { Kit } from 'weirjs'
import { type Circuit, createCircuit } from './ask/circuit.ts'
import type { SearchConfig } from './config.ts'
import type { PageIndex } from './local/page-index.ts'
import { createSqliteIndex } from './local/sqlite/sqlite-index.ts'
import { createSweeper, type Sweeper } from './local/sweeper.ts'

/** What routes, providers and the observer of this plugin share. */
export interface SearchState {
  circuit: Circuit
  index: PageIndex
  sweeper: Sweeper
}

export function setUp({ store, clock, log }: Kit<SearchConfig>): SearchState {
  const index = createSqliteIndex(store)
  return { circuit: createCircuit(clock), index, sweeper: createSweeper(index, { clock, log }) }
}
