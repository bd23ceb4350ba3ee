import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Azure's platform address answers from every virtual machine, though it looks like any public one. Source: threats
 * T2.
 */
const azurePlatform = ipaddr.IPv4.parse('168.63.129.16')
/** How a network of IPv6 alone reaches any IPv4 address. Source: RFC 6052, section 2.1. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/**
 * All that IANA has given out as global unicast; what lies beside it is reserved, also where no registry row says so.
 */
const allocated = ipaddr.IPv6.parseCIDR('2000::/3')

/** Reads an address in a standard form, without a zone. Short, octal and hexadecimal IPv4 are not addresses here. */
export const parseAddress = (text: string): Address | undefined =>
  isIP(text) && !text.includes('%') ? ipaddr.parse(text) : undefined

/**
 * Whether an address is one host of the public Internet. It allows a class and denies the rest, because lists of what
 * to deny were incomplete wherever they were tried. Source: IANA special-purpose registries, threats T2.
 *
 * Of the forms that carry an IPv4 address, mapped, compatible, 6to4, Teredo and the local NAT64 prefix are no global
 * unicast whatever they carry. NAT64 and ISATAP, which hides in ordinary prefixes, are as global as the address
 * inside.
 */
export function isGlobalUnicast(address: Address): boolean {
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && address.toString() !== azurePlatform.toString()
  if (address.match(nat64)) return isGlobalUnicast(lastIPv4(address))
  if (address.range() !== 'unicast' || !address.match(allocated)) return false
  return !isIsatap(address) || isGlobalUnicast(lastIPv4(address))
}

const lastIPv4 = (address: ipaddr.IPv6) => new ipaddr.IPv4(address.toByteArray().slice(12))

/** Source: RFC 5214, section 6.1. */
const isIsatap = ({ parts }: ipaddr.IPv6) => (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe
