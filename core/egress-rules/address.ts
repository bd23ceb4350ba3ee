import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Azure's platform address responds on every virtual machine, although it looks public. Source: threats T2. */
const azurePlatform = ipaddr.IPv4.parse('168.63.129.16')
/** The prefix through which an IPv6-only network reaches any IPv4 address. Source: RFC 6052, section 2.1. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** Everything that IANA has allocated as global unicast; the rest is reserved, even where no registry row says so. */
const allocated = ipaddr.IPv6.parseCIDR('2000::/3')

/** Parses an address in a standard form, without a zone. Short, octal and hexadecimal IPv4 are not accepted. */
export const parseAddress = (text: string): Address | undefined =>
  isIP(text) && !text.includes('%') ? ipaddr.parse(text) : undefined

/**
 * Whether an address is a single host on the public Internet. This is an allow list, because deny lists have been
 * incomplete everywhere. Source: IANA special-purpose registries, threats T2.
 *
 * Of the forms that embed an IPv4 address, mapped, compatible, 6to4, Teredo and the local NAT64 prefix are never
 * global unicast. NAT64, and ISATAP, which hides in ordinary prefixes, are as global as the embedded address.
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
