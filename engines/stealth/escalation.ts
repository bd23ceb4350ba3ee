import { LRUCache } from 'lru-cache'
import type { PageRequest, StealthLevel } from 'weirjs'

/** From the cheapest to the least detectable. */
const levels = ['basic', 'advanced', 'maximum'] as const satisfies readonly StealthLevel[]

/**
 * How many sites are remembered, and for how long in ms: a site's protection changes, and the cheaper way may work
 * again.
 */
const MAX_SITES = 1000
const MEMORY_TTL = 60 * 60_000

/** The level that satisfied each site after it had doubted a lower one. */
export interface SiteMemory {
  level(host: string): StealthLevel | undefined
  required(host: string, level: StealthLevel): void
}

/** Remembers the sites that doubted a visitor most recently. `now` returns ms of any monotonic clock. */
export function createSiteMemory(now: () => number = () => performance.now()): SiteMemory {
  const sites = new LRUCache<string, StealthLevel>({
    max: MAX_SITES,
    ttl: MEMORY_TTL,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    level: (host) => sites.get(host),
    required: (host, level) => void sites.set(host, level),
  }
}

/**
 * The levels to try, in order: from the requested one, but not below what the request needs or the site has required.
 */
export function levelsFor(request: PageRequest, remembered: StealthLevel | undefined): StealthLevel[] {
  const least = [
    request.stealth ?? 'basic',
    remembered ?? 'basic',
    needsBrowser(request) ? 'advanced' : 'basic',
  ] as const
  return levels.slice(Math.max(...least.map((level) => levels.indexOf(level))))
}

/** Whether a request asks for something that only a browser can do. */
export const needsBrowser = (request: PageRequest): boolean =>
  !!(
    request.javascript ||
    request.executeJS ||
    request.actions?.length ||
    request.screenshot ||
    request.pdf ||
    request.waitForSelector ||
    request.waitFor ||
    request.viewport
  )
