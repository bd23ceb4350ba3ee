import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { Address } from './address.ts'

/** An address that this process listens on. */
export interface ListeningAddress {
  /** An address or a name; `0.0.0.0` and `::` mean all addresses of the machine. */
  host: string
  port: number
}

/**
 * Whether a connection to this address would reach one of our own listeners. A request from the service itself would
 * count as local: `/metrics` is open to loopback.
 */
export function isOwn(own: readonly ListeningAddress[], address: Address, port: number): boolean {
  return own.some((at) => {
    if (at.port !== port) return false
    const target = ipaddr.process(address.toString())
    // The kernel treats a connection to the unspecified address as one to loopback.
    if (target.range() === 'unspecified') return true
    if (isIP(at.host) && ipaddr.parse(at.host).range() !== 'unspecified') return isSame(target, at.host)
    return target.range() === 'loopback' || machineAddresses().some((mine) => isSame(target, mine))
  })
}

const isSame = (address: Address, other: string) =>
  address.toNormalizedString() === ipaddr.process(other).toNormalizedString()
const machineAddresses = () =>
  Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address.split('%')[0]!) ?? [])
