import { isIP } from 'node:net'
import { isBadPort, portOf } from './bad-ports.ts'
import { EgressFailure } from './egress-failure.ts'
import { type EgressRules, plainHost } from './egress-rules.ts'
import { isLocalhost, type Resolve } from './resolve.ts'

/**
 * The addresses that a URL may be fetched from, best first: resolved once and checked now, to be connected to as they
 * stand. Throws EgressFailure (`forbidden_address`, `dns`), or the signal's reason.
 */
export type ResolveAndCheck = (url: URL, signal?: AbortSignal) => Promise<string[]>

/** More than these are not tried, so that a name with a hundred dead addresses fails soon. */
const MAX_ADDRESSES = 4

/**
 * One address that is not allowed forbids the name, so that what is refused does not depend on the order of answers
 * (threats T5).
 */
export function createResolveAndCheck(rules: EgressRules, resolve: Resolve): ResolveAndCheck {
  return async (url, signal) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = portOf(url)
    const allowed = (address: string) => rules.allows({ host, address, port })
    if (isBadPort(port)) throw new EgressFailure('forbidden_address')
    if (isIP(host)) {
      if (!allowed(host)) throw new EgressFailure('forbidden_address')
      return [host]
    }
    const addresses = await resolve(host, signal).catch((error: unknown) => {
      throw signal?.aborted ? error : new EgressFailure('dns', error)
    })
    // Both loopback addresses are ours to choose from; a name server's answers stand or fall together.
    const usable = isLocalhost(plainHost(host)) ? addresses.filter(allowed) : addresses.every(allowed) ? addresses : []
    if (addresses.length === 0) throw new EgressFailure('dns')
    if (usable.length === 0) throw new EgressFailure('forbidden_address')
    return usable.slice(0, MAX_ADDRESSES)
  }
}
