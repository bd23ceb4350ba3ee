import ipaddr from 'ipaddr.js'

/** A network, such as 10.0.0.0/8. */
export type Cidr = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/**
 * Parses a network or a single address; undefined for anything else. IPv4 within IPv6 (`::ffff:10.0.0.1`) is read as
 * IPv4.
 */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/')
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return undefined
  const read = ipaddr.parse(address)
  const length = read.kind() === 'ipv4' ? 32 : 128
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= length)) return undefined
  const size = bits === undefined ? length : Number(bits)
  if (read instanceof ipaddr.IPv6 && read.isIPv4MappedAddress() && size >= 96) return [read.toIPv4Address(), size - 96]
  return [read, size]
}

/** Reads a comma list of networks. Throws an Error that names the invalid entry. */
export function parseCidrs(text: string): Cidr[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const cidr = parseCidr(entry)
      if (!cidr) throw new Error(`must be a comma list of networks such as 10.0.0.0/8 or fd00::/8; ${entry} is not one`)
      return cidr
    })
}

/** Whether an address lies in one of the networks. Text that is not an address is in none of them. */
export function isInNetworks(address: string, networks: readonly Cidr[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const client = ipaddr.process(address)
  return networks.some(([network, bits]) => client.kind() === network.kind() && client.match(network, bits))
}

/** Whether a network lies within another one. */
export const isCidrWithin = ([address, bits]: Cidr, [wide, wideBits]: Cidr) =>
  bits >= wideBits && address.kind() === wide.kind() && address.match(wide, wideBits)

const loopback = parseCidrs('127.0.0.0/8,::1')
/** Whether an address is this machine's own. */
export const isLoopback = (address: string) => isInNetworks(address, loopback)

/** Whether the host of a URL names this machine itself. */
export const isLoopbackHost = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopback(host.replace(/^\[|\]$/g, ''))

/** The canonical form of an address, for comparing and counting; undefined for anything else. */
const canonical = (text: string) => {
  // Some proxies add the port.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const valid = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  return valid ? ipaddr.process(bare).toString() : undefined
}

/**
 * The client's address: the peer's or, behind trusted proxies, the last address of `X-Forwarded-For` that is not a
 * trusted proxy. Whatever a client puts into that header itself comes before it, and so never counts. Source: threats
 * T46.
 */
export function clientAddress(peer: string, headers: Headers, trusted: readonly Cidr[]): string {
  let client = canonical(peer) ?? peer
  if (trusted.length === 0) return client
  const hops = headers.get('x-forwarded-for')?.split(',') ?? []
  while (isInNetworks(client, trusted) && hops.length > 0) {
    const hop = canonical(hops.pop()!.trim())
    // Nothing before an unreadable hop can be trusted.
    if (hop === undefined) break
    client = hop
  }
  return client
}
