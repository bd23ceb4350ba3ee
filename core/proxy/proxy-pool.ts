import type { Socket } from 'node:net'
import type { Proxy, ProxyPool, ProxyTarget } from '../contracts/proxy.ts'
import { EgressFailure } from '../egress-rules/egress-failure.ts'
import type { Log } from '../log.ts'
import { ProxyHealth } from './proxy-health.ts'
import { openTunnel, TunnelFailure } from './tunnel.ts'

/** The most recently failed proxies that are tried if no healthy one is left. */
const MAX_COOLING_TRIES = 3
/** Proxies that may fail to reach a destination before that counts as the destination's fault. */
const MAX_UNREACHED = 2

/** Milliseconds of waiting for a proxy after which giving up is blamed on it. */
const MIN_SILENCE = 2000

interface Entry {
  /** Its position in the setting, from 1. The log uses it, because the address may reveal the customer. */
  place: number
  proxy: Proxy
  health: ProxyHealth
}

export interface ProxyPoolOptions {
  log?: Log
  /** Milliseconds of a monotonic clock. */
  now?(): number
}

/** Keeps track of which proxies work. */
export function createProxyPool(
  proxies: readonly Proxy[],
  { log, now = () => performance.now() }: ProxyPoolOptions = {},
): ProxyPool {
  const entries = proxies.map((proxy, i): Entry => ({ place: i + 1, proxy, health: new ProxyHealth(now) }))

  /** The candidates for a host: healthy proxies in the host's own order, then the one whose rest ends first. */
  const candidatesFor = (host: string, country?: string): Entry[] => {
    const wanted = country?.toUpperCase()
    const there = entries.filter(({ proxy }) => wanted !== undefined && proxy.country === wanted)
    const ranked = (there.length > 0 ? there : entries)
      .map((entry) => ({ entry, rank: hash(`${entry.place} ${host}`) }))
      .sort((a, b) => b.rank - a.rank)
      .map(({ entry }) => entry)
    const resting = ranked.filter(({ health }) => health.isCooling)
    resting.sort((a, b) => a.health.coolsUntil - b.health.coolsUntil)
    return [...ranked.filter((entry) => !resting.includes(entry)), ...resting.slice(0, MAX_COOLING_TRIES)]
  }

  const logFailure = ({ place }: Entry, rest: number | undefined, why: unknown) => {
    if (rest !== undefined)
      log?.warn('A proxy failed and is paused for a while', {
        entry: place,
        seconds: Math.round(rest / 1000),
        why: why instanceof TunnelFailure ? why.message : undefined,
      })
  }

  async function dial(host: string, country: string | undefined, destination: ProxyTarget, signal: AbortSignal) {
    const doubted: { entry: Entry; began: number; why: unknown }[] = []
    let last: unknown
    for (const entry of candidatesFor(host, country)) {
      const began = now()
      try {
        const stream = await openTunnel(entry.proxy.url, destination, signal)
        if (entry.health.recordSuccess()) log?.info('A proxy works again', { entry: entry.place })
        for (const one of doubted) logFailure(one.entry, one.entry.health.recordUnreached(host, one.began), one.why)
        return stream
      } catch (error) {
        if (!(error instanceof TunnelFailure)) {
          // The caller had no time left to try another.
          if (now() - began > MIN_SILENCE) logFailure(entry, entry.health.recordUnreached(host, began), error)
          throw error
        }
        last = error
        if (error.isProxyFault) logFailure(entry, entry.health.recordFailure(began), error)
        else if (doubted.push({ entry, began, why: error }) === MAX_UNREACHED) break
      }
    }
    throw new EgressFailure(doubted.length > 0 ? 'proxy' : 'proxies_down', last)
  }

  return {
    size: entries.length,
    pick(host, country) {
      const [first] = candidatesFor(host, country)
      return first && { ...first.proxy, dial: (destination, signal) => dial(host, country, destination, signal) }
    },
    state: () => ({
      total: entries.length,
      healthy: entries.filter(({ health }) => !health.isCooling).length,
      countries: [...new Set(proxies.flatMap(({ country }) => country ?? []))].sort(),
    }),
  }
}

/**
 * A connection through a proxy, pooled or not. Throws EgressFailure (`proxy`, `proxies_down`), or the signal's
 * reason.
 */
export async function dialThrough(proxy: Proxy, destination: ProxyTarget, signal: AbortSignal): Promise<Socket> {
  if (proxy.dial) return proxy.dial(destination, signal)
  try {
    return await openTunnel(proxy.url, destination, signal)
  } catch (error) {
    throw error instanceof TunnelFailure
      ? new EgressFailure(error.isProxyFault ? 'proxies_down' : 'proxy', error)
      : error
  }
}

/**
 * Distributes hosts evenly over proxies, so that the hosts of a failing one are shared by all others (FNV-1a, 32
 * bits, mixed).
 */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value >>> 0
}
