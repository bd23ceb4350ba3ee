import { type Account, isoTime, type Kit, type Provider, toCredits, toMillicredits } from 'weirjs'
import type { Content } from '../../content/service.ts'
import { inTime } from '../answer/in-time.ts'
import type { ArchiveConfig } from '../config.ts'
import { type ArchiveProvider, archiveProviders } from '../service.ts'

/** Milliseconds that a hold lasts beyond the time of a request. */
const HOLD_MARGIN = 60_000

/** What the description of each route says of its limit. */
export const RATE = 'Counted by the minute, for each account.'

/** Who asks what, and what it costs in credits. */
interface Use {
  account: Account
  price: number
  provider: string
  signal: AbortSignal
}

/** What the routes share. */
export interface RouteParts {
  providers: readonly Provider<ArchiveProvider>[]
  /** Of the providers. */
  names: readonly string[]
  prices: ArchiveConfig['prices']
  content: Content
  /** Does the work within the time that a request has, and charges it when it is done: what fails costs nothing. */
  charged<T>(use: Use, work: (signal: AbortSignal) => Promise<T>): Promise<{ result: T; creditsUsed: number }>
  /** The time of day in ISO 8601. */
  now(): string
}

export function createParts(kit: Kit<ArchiveConfig>, content: Content): RouteParts {
  const { prices, timeout } = kit.config
  const providers = kit.all(archiveProviders)
  return {
    providers,
    names: providers.map(({ name }) => name),
    prices,
    content,
    async charged({ account, price, provider, signal }, work) {
      const most = toMillicredits(price)
      await using hold = await kit.credits.hold(account.id, most, { expiresIn: timeout + HOLD_MARGIN })
      const result = await inTime(work, { provider, timeout, signal })
      await hold.capture(most, { endpoint: 'archive', pages: 0 })
      return { result, creditsUsed: toCredits(hold.captured) }
    },
    now: () => isoTime(kit.clock.now()),
  }
}

/** Archives know no fragments. */
export function addressOf(given: string): URL {
  const url = new URL(given)
  url.hash = ''
  return url
}
