import { AsyncLocalStorage } from 'node:async_hooks'
import { type Cidr, isInNetworks } from './client-address.ts'

type Scheme = 'http' | 'https'

const current = new AsyncLocalStorage<Scheme | undefined>()

/**
 * Runs work whose links have this scheme, by which a trusted proxy received the request. Undefined must be passed
 * too: on Deno, work that sets no scheme would inherit that of another request.
 */
export const withScheme = <T>(scheme: Scheme | undefined, work: () => T): T => current.run(scheme, work)

/** An origin of this service, with the scheme by which the current client reaches it. */
export function linkOrigin(origin: string): string {
  const scheme = current.getStore()
  return scheme === undefined ? origin : origin.replace(/^https?:/, `${scheme}:`)
}

/** The scheme that a trusted proxy reports; undefined if none does. The last entry is from the nearest proxy. */
export function forwardedScheme(headers: Headers, peer: string, trusted: readonly Cidr[]): Scheme | undefined {
  const said = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
  if ((said !== 'http' && said !== 'https') || !isInNetworks(peer, trusted)) return undefined
  return said
}
