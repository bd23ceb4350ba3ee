import type { Leases } from '../contracts/leases.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { createMemoryLeases } from './memory-leases.ts'
import { createStoreLeases } from './store-leases.ts'

/** Names as far as the store reaches: in this process alone, or over all that share it. */
export const openLeases = (parts: { store: Store; log: Log }): Leases =>
  parts.store.dialect === 'sqlite' ? createMemoryLeases() : createStoreLeases(parts)
