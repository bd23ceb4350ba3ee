import type { Account, Provider } from 'weirjs'
import type { ArchiveProvider } from '../service.ts'

/** A request to an archive: which address, for which account, and the signal that aborts it. */
export interface Lookup {
  provider: Provider<ArchiveProvider>
  url: URL
  account: Account
  signal: AbortSignal
}
