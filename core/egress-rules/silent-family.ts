import { isIPv6 } from 'node:net'

/** Milliseconds for which the addresses of a family go last after one of them has said nothing. */
const LASTS = 10 * 60_000

/**
 * The family of addresses, IPv4 or IPv6, that gives no answer from here. Some networks have a way to one of them that
 * leads nowhere, and what nobody refuses takes all the time of a request: of the requests behind it no more.
 */
export class SilentFamily {
  #isSix = false
  #until = 0

  /** An address gave no answer in time; `addresses` are all that there were. */
  note(address: string, addresses: readonly string[]): void {
    const isSix = isIPv6(address)
    if (addresses.every((other) => isIPv6(other) === isSix)) return
    this.#isSix = isSix
    this.#until = performance.now() + LASTS
  }

  /** The same addresses, those of the silent family last. */
  inOrder(addresses: readonly string[]): readonly string[] {
    if (performance.now() > this.#until) return addresses
    const isSilent = (address: string) => Number(isIPv6(address) === this.#isSix)
    return addresses.toSorted((one, other) => isSilent(one) - isSilent(other))
  }
}
