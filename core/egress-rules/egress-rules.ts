import { isIP } from 'node:net'
import { type Address, isGlobalUnicast, parseAddress } from './address.ts'
import { isOwn, type ListeningAddress } from './own-address.ts'

/** The target of a request: the name or address in its URL, and one address that it resolves to. */
export interface EgressTarget {
  host: string
  address: string
  port: number
}

/** The rules for connections. */
export interface EgressRules {
  allows(target: EgressTarget): boolean
}

export interface EgressRulesOptions {
  /**
   * Private or reserved targets that may be fetched: addresses, CIDRs and host names separated by commas, each
   * optionally with `:port` (IPv6 then in brackets). A host name allows whatever it resolves to; an address or CIDR
   * is allowed under every name. Source: decisions 13, `WEIR_EGRESS_ALLOW`.
   */
  allow?: string
  /**
   * The service's own listeners, which nothing can allow. The array is read at each decision, so listeners may be
   * added later.
   */
  own?: readonly ListeningAddress[]
  /** Called for each target that is refused. */
  refused?(target: EgressTarget): void
}

interface Entry {
  /** Undefined: any port. */
  port?: number
  range?: [Address, number]
  host?: string
}

/**
 * Allows all global unicast addresses and the entries of the operator. Throws an Error that names an invalid entry.
 */
export function createEgressRules({ allow = '', own = [], refused }: EgressRulesOptions = {}): EgressRules {
  const entries = allow.split(',').flatMap((text) => (text.trim() ? [parseEntry(text.trim())] : []))
  const isAllowed = ({ host, address: text, port }: EgressTarget) => {
    const address = parseAddress(text)
    if (!address || isOwn(own, address, port)) return false
    return isGlobalUnicast(address) || entries.some((entry) => matches(entry, plainHost(host), address, port))
  }
  return {
    allows(target) {
      const allowed = isAllowed(target)
      if (!allowed) refused?.(target)
      return allowed
    },
  }
}

function matches(entry: Entry, host: string, address: Address, port: number): boolean {
  if (entry.port !== undefined && entry.port !== port) return false
  if (!entry.range) return entry.host === host
  const [network, bits] = entry.range
  return network.kind() === address.kind() && address.match(network, bits)
}

/** A host name in the form for comparisons: lower case, without a trailing dot. */
export const plainHost = (host: string) => host.toLowerCase().replace(/\.$/, '')

function parseEntry(text: string): Entry {
  const { target, port } = splitPort(text)
  if (target.includes('/')) return { port, range: parseRange(target, text) }
  const address = parseAddress(target)
  return address
    ? { port, range: [address, address.kind() === 'ipv4' ? 32 : 128] }
    : { port, host: parseHost(target, text) }
}

function splitPort(text: string): { target: string; port?: number } {
  const isBareIPv6 = !text.startsWith('[') && text.indexOf(':') !== text.lastIndexOf(':')
  const [, inBrackets, plain, port] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  if (isBareIPv6) return { target: text }
  const target = inBrackets ?? plain
  if (target === undefined || (inBrackets && !inBrackets.includes(':'))) throw unreadable(text)
  if (port === undefined) return { target }
  if (Number(port) < 1 || Number(port) > 65535) throw unreadable(text, 'its port must be 1 to 65535')
  return { target, port: Number(port) }
}

function parseRange(cidr: string, text: string): [Address, number] {
  const [start = '', bits = '', ...rest] = cidr.split('/')
  const address = parseAddress(start)
  if (!address || rest.length || !/^\d{1,3}$/.test(bits)) throw unreadable(text)
  const most = address.kind() === 'ipv4' ? 32 : 128
  if (Number(bits) > most) throw unreadable(text, `its prefix must be 0 to ${most}`)
  return [address, Number(bits)]
}

/** Parses a host name with the URL parser, so that it equals the same host in a URL. */
function parseHost(name: string, text: string): string {
  const host = /^[^\s/?#@\\*:[\]]+$/.test(name) ? URL.parse(`http://${name}/`)?.hostname : undefined
  if (!host || isIP(host)) throw unreadable(text)
  return plainHost(host)
}

const unreadable = (
  text: string,
  why = 'it must be an address, a CIDR or a host name, optionally with :port (IPv6 then in brackets)',
) => new Error(`"${text}" cannot be read: ${why}`)
