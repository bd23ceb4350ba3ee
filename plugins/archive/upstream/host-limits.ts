import type { ArchiveConfig } from '../config.ts'

/** The kinds of requests, each with a limit of its own. */
export const kinds = ['index', 'content', 'availability'] as const
export type Kind = (typeof kinds)[number]

/** Milliseconds for one request; large indexes are slow. */
export const PATIENCE = 25_000

export interface HostLimits {
  /** Requests per minute; undefined: unlimited. */
  perMinute?: number
  /** Parallel requests. */
  atOnce: number
}

/** Requests per minute, by kind. */
type PerMinute = ArchiveConfig['limits'][string]

/**
 * A little below what public archives allow: beyond its limits, the Wayback Machine first answers 429, and then
 * nothing for an hour. Sources: edgi-govdata-archiving/wayback, the documentation of Arquivo.pt and Common Crawl.
 * Aggregators and the archives behind them publish no limits.
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
/** Common Crawl allows one connection at a time. */
const atOnce: Readonly<Record<string, number>> = { 'index.commoncrawl.org': 1 }

/** The rate limits of a host, from the operator's settings, or else those known for public archives. */
export type LimitsOf = (host: string, kind: Kind) => HostLimits

/** An address that the operator configured in place of a public archive gets that archive's limits. */
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

/** The stricter limits, for a host that stands for several archives. */
function stricter(one: PerMinute, other: PerMinute = {}): PerMinute {
  const least = kinds.map((kind) => [kind, Math.min(one[kind] ?? Infinity, other[kind] ?? Infinity)] as const)
  return Object.fromEntries(least.filter(([, perMinute]) => Number.isFinite(perMinute)))
}
