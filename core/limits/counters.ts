import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/index.ts'
import { createMemoryInFlight, type InFlight } from './in-flight.ts'
import { createMemoryWindows } from './memory-windows.ts'
import { createStoreInFlight } from './store-in-flight.ts'
import { createStoreWindows } from './store-windows.ts'
import type { Windows } from './windows.ts'

/** The counters of limits: in memory if this process is the only one to use the store, otherwise shared. */
export async function openLimitCounters(parts: {
  store: Store
  log: Log
  clock: Clock
}): Promise<{ windows: Windows; inFlight: InFlight }> {
  if (parts.store.dialect === 'sqlite')
    return { windows: await createMemoryWindows(parts), inFlight: createMemoryInFlight() }
  return { windows: createStoreWindows(parts), inFlight: createStoreInFlight(parts) }
}
