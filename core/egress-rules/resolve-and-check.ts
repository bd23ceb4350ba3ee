import { isIP } from 'node:net'
import { isBadPort, portOf } from './bad-ports.ts'
import { EgressFailure } from './egress-failure.ts'
import { type EgressRules, plainHost } from './egress-rules.ts'
import { isLocalhost, type Resolve } from './resolve.ts'

/**
 * The addresses for fetching a URL, best first: they are resolved once, checked, and then connected to directly.
 * Throws EgressFailure (`forbidden_address`, `dns`), or the signal's reason.
 */
export type ResolveAndCheck = (url: URL, signal?: AbortSignal) => Promise<string[]>

/** The most addresses that are tried, so that a name with a hundred dead addresses fails soon. */
const MAX_ADDRESSES = 4

/**
 * One forbidden address makes the whole name forbidden, so that refusals do not depend on the order of the DNS
 * answers (threats T5).
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
    // For localhost, one allowed address suffices; the addresses of a DNS answer must all be allowed.
    const usable = isLocalhost(plainHost(host)) ? addresses.filter(allowed) : addresses.every(allowed) ? addresses : []
    if (addresses.length === 0) throw new EgressFailure('dns')
    if (usable.length === 0) throw new EgressFailure('forbidden_address')
    return usable.slice(0, MAX_ADDRESSES)
  }
}
