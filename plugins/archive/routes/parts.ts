import { type Account, type ChargeOptions, isoTime, type Kit, toCredits, toMillicredits } from 'weirjs'
import type { Content } from '../../content/service.ts'
import { type Checked, checkRequest, chooseProvider } from '../answer/check.ts'
import { inTime } from '../answer/in-time.ts'
import type { Lookup } from '../answer/lookup.ts'
import type { ArchiveConfig } from '../config.ts'
import { archiveProviders } from '../service.ts'

/** Milliseconds for which a hold outlasts the time limit of a request. */
const HOLD_MARGIN = 60_000

/** The note about rate limits in the description of each route. */
export const RATE = 'Rate limits are per account and minute.'

/** The account that pays for a request, and the price in credits. */
interface Use extends ChargeOptions {
  account: Account
  price: number
  signal: AbortSignal
}

/** The functions that the routes share. */
export interface RouteParts {
  /** The names of the providers. */
  names: readonly string[]
  prices: ArchiveConfig['prices']
  content: Content
  /** Checks what a schema cannot. Throws 400 or 501. */
  check(body: Checked): void
  /**
   * Asks the archive that a request names, within the request's time limit, and charges for it: failures are free.
   */
  lookUp<T>(
    body: { provider?: string; url: string },
    use: Use,
    work: (lookup: Lookup) => Promise<T>,
  ): Promise<{ result: T; provider: string; creditsUsed: number }>
  /** The current time in ISO 8601. */
  now(): string
}

export function createParts(kit: Kit<ArchiveConfig>, content: Content): RouteParts {
  const { prices, timeout } = kit.config
  const providers = kit.all(archiveProviders)
  return {
    names: providers.map(({ name }) => name),
    prices,
    content,
    check: (body) => checkRequest(body, providers),
    async lookUp(body, { account, price, signal, idempotency }, work) {
      const provider = chooseProvider(body.provider, providers)
      const url = withoutFragment(body.url)
      const most = toMillicredits(price)
      await using hold = await kit.credits.hold(account.id, most, { expiresIn: timeout + HOLD_MARGIN, idempotency })
      const limits = { provider: provider.name, timeout, signal }
      const result = await inTime((signal) => work({ provider, url, account, signal }), limits)
      await hold.capture(most, { endpoint: 'archive', pages: 0 })
      return { result, provider: provider.name, creditsUsed: toCredits(hold.captured) }
    },
    now: () => isoTime(kit.clock.now()),
  }
}

/** Archives ignore fragments. */
function withoutFragment(given: string): URL {
  const url = new URL(given)
  url.hash = ''
  return url
}
