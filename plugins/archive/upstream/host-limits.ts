import type { ArchiveConfig } from '../config.ts'

/** What is asked of a host; each has a limit of its own. */
export const kinds = ['index', 'content', 'availability'] as const
export type Kind = (typeof kinds)[number]

/** Milliseconds for one request; large indexes think for long. */
export const PATIENCE = 25_000

export interface HostLimits {
  /** Requests a minute; without it there is no limit. */
  perMinute?: number
  /** Requests that are under way at once. */
  atOnce: number
}

/** Requests a minute, by kind. */
type PerMinute = ArchiveConfig['limits'][string]

/**
 * What public archives stand, a little below their limits: beyond them the Wayback Machine first answers 429, and
 * then nothing for an hour. Sources: edgi-govdata-archiving/wayback, the documentation of Arquivo.pt and Common
 * Crawl. Of aggregators, and of the archives behind them, nothing is published.
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

/** How often hosts may be asked, by the operator's word, or by what is known of public archives. */
export type LimitsOf = (host: string, kind: Kind) => HostLimits

/** What stands in for a public archive is asked as that is. */
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

/** Of a host that is several archives. */
function stricter(one: PerMinute, other: PerMinute = {}): PerMinute {
  const least = kinds.map((kind) => [kind, Math.min(one[kind] ?? Infinity, other[kind] ?? Infinity)] as const)
  return Object.fromEntries(least.filter(([, perMinute]) => Number.isFinite(perMinute)))
}
