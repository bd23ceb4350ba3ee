import type { ArchiveConfig } from '../config.ts'

/** The kinds of requests to a host; each has a limit of its own. */
export const kinds = ['index', 'content', 'availability'] as const
export type Kind = (typeof kinds)[number]

/** Timeout of one request in milliseconds; large indexes are slow. */
export const PATIENCE = 25_000

export interface HostLimits {
  /** Requests per minute; without it there is no limit. */
  perMinute?: number
  /** Concurrent requests. */
  atOnce: number
}

/** Requests per minute, by kind. */
type PerMinute = ArchiveConfig['limits'][string]

/**
 * Rates slightly below the limits of public archives: beyond them the Wayback Machine first responds with 429, and
 * then not at all for an hour. Sources: edgi-govdata-archiving/wayback, the documentation of Arquivo.pt and Common
 * Crawl. Nothing is published for aggregators, and the archives behind them.
 */
const wayback: PerMinute = { index: 24, content: 480, availability: 60 }
const arquivo: PerMinute = { index: 240, content: 390 }
const aggregator: PerMinute = { index: 60, content: 120 }
const publicHosts: Readonly<Record<string, PerMinute>> = {
  'web.archive.org': wayback,
  'archive.org': wayback,
  'arquivo.pt': arquivo,
  'index.commoncrawl.org': { index: 50 },
}

const AT_ONCE = 6
/** Common Crawl wants one connection at a time. */
const atOnce: Readonly<Record<string, number>> = { 'index.commoncrawl.org': 1 }

/** The limits of hosts, as configured by the operator, or known of public archives. */
export type LimitsOf = (host: string, kind: Kind) => HostLimits

/** A replacement for a public archive has the same limits. */
export function createLimits(config: Omit<ArchiveConfig, 'prices'>): LimitsOf {
  const known = new Map<string, PerMinute>(Object.entries(publicHosts))
  const standIns: readonly [string | undefined, PerMinute][] = [
    [config.waybackUrl, wayback],
    [config.waybackAvailabilityUrl, wayback],
    [config.cdxUrl, arquivo],
    [config.cdxReplayUrl, arquivo],
    [config.mementoUrl, aggregator],
  ]
  for (const [address, limits] of standIns) {
    const host = address === undefined ? undefined : new URL(address).host
    if (host === undefined || Object.hasOwn(publicHosts, host)) continue
    known.set(host, stricter(limits, known.get(host)))
  }
  for (const [host, limits] of Object.entries(config.limits)) known.set(host, limits)
  return (host, kind) => ({
    perMinute: (known.get(host) ?? aggregator)[kind],
    atOnce: atOnce[host] ?? AT_ONCE,
  })
}

/** Of a host that serves several archives. */
function stricter(one: PerMinute, other: PerMinute = {}): PerMinute {
  const least = kinds.map((kind) => [kind, Math.min(one[kind] ?? Infinity, other[kind] ?? Infinity)] as const)
  return Object.fromEntries(least.filter(([, perMinute]) => Number.isFinite(perMinute)))
}
