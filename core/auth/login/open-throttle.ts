import type { Clock } from '../../clock.ts'
import type { Leases } from '../../contracts/leases.ts'
import type { Store } from '../../store/index.ts'
import { createStoreLogins } from './store-logins.ts'
import { createThrottle, type Throttle } from './throttle.ts'

/** Remembers logins in this process if it alone uses the store, otherwise in storage that the processes share. */
export const openThrottle = ({ store, leases, clock }: { store: Store; leases: Leases; clock: Clock }): Throttle =>
  createThrottle(store.dialect === 'sqlite' ? { clock } : { clock, leases, logins: createStoreLogins(store) })
