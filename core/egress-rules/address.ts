import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Azure's platform address, which looks public but is reachable from every virtual machine. Source: threats T2. */
const azurePlatform = ipaddr.IPv4.parse('168.63.129.16')
/** The prefix by which an IPv6-only network reaches any IPv4 address. Source: RFC 6052, section 2.1. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/**
 * All addresses that IANA has allocated as global unicast. The others are reserved, even if no registry lists them.
 */
const allocated = ipaddr.IPv6.parseCIDR('2000::/3')

/** Parses an address in its standard form, without a zone. Short, octal and hexadecimal IPv4 are refused. */
export const parseAddress = (text: string): Address | undefined =>
  isIP(text) && !text.includes('%') ? ipaddr.parse(text) : undefined

/**
 * Whether an address is one host of the public Internet. It is an allowlist, because every denylist that we tried was
 * incomplete. Source: IANA special-purpose registries, threats T2.
 *
 * Of the forms that embed an IPv4 address, mapped, compatible, 6to4, Teredo and the local NAT64 prefix are never
 * global unicast. NAT64, and ISATAP, which uses ordinary prefixes, are global if the embedded address is.
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
