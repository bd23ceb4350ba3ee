import { AsyncLocalStorage } from 'node:async_hooks'
import { type Cidr, isInNetworks } from './client-address.ts'

type Scheme = 'http' | 'https'

const current = new AsyncLocalStorage<Scheme | undefined>()

/**
 * Runs work for a request whose trusted proxy was asked by this scheme: the links that the work makes have it. That
 * no proxy says one is told, too: on Deno, work without any scheme takes that of another request.
 */
export const withScheme = <T>(scheme: Scheme | undefined, work: () => T): T => current.run(scheme, work)

/** An origin of this service as whoever is being answered reaches it. */
export function linkOrigin(origin: string): string {
  const scheme = current.getStore()
  return scheme === undefined ? origin : origin.replace(/^https?:/, `${scheme}:`)
}

/** What a trusted proxy was asked by; undefined where no such proxy says so. The last word is the nearest proxy's. */
export function forwardedScheme(headers: Headers, peer: string, trusted: readonly Cidr[]): Scheme | undefined {
  const said = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
  if ((said !== 'http' && said !== 'https') || !isInNetworks(peer, trusted)) return undefined
  return said
}
