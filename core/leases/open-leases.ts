import type { Leases } from '../contracts/leases.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { createMemoryLeases } from './memory-leases.ts'
import { createStoreLeases } from './store-leases.ts'

/** Leases for a store: shared by all its processes in Postgres, otherwise in memory. */
export const openLeases = (parts: { store: Store; log: Log }): Leases =>
  parts.store.dialect === 'sqlite' ? createMemoryLeases() : createStoreLeases(parts)
