import type { Account, Provider } from 'weirjs'
import type { ArchiveProvider } from '../service.ts'

/** Which archive is asked about which URL, for whom, and until when. */
export interface Lookup {
  provider: Provider<ArchiveProvider>
  url: URL
  account: Account
  signal: AbortSignal
}
