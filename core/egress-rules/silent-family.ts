import { isIPv6 } from 'node:net'

/** Milliseconds for which the addresses of a family are tried last after one of them did not answer. */
const REMEMBERED_FOR = 10 * 60_000

/**
 * The address family, IPv4 or IPv6, that does not respond from here. On some networks one of them is routed to
 * nowhere, and as nothing refuses the connection, it takes all the time of a request. Later requests then try it
 * last.
 */
export class SilentFamily {
  #isSix = false
  #until = 0

  /** An address did not respond in time; `addresses` are all that were known. */
  note(address: string, addresses: readonly string[]): void {
    const isSix = isIPv6(address)
    if (addresses.every((other) => isIPv6(other) === isSix)) return
    this.#isSix = isSix
    this.#until = performance.now() + REMEMBERED_FOR
  }

  /** The same addresses, with those of the silent family last. */
  inOrder(addresses: readonly string[]): readonly string[] {
    if (performance.now() > this.#until) return addresses
    const isSilent = (address: string) => Number(isIPv6(address) === this.#isSix)
    return addresses.toSorted((one, other) => isSilent(one) - isSilent(other))
  }
}
