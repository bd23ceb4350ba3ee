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

/** The level that last satisfied each site. */
export interface SiteMemory {
  level(host: string): StealthLevel | undefined
  passed(host: string, level: StealthLevel): void
}

/** Remembers the most recently visited sites. `now` returns ms of any monotonic clock. */
export function createSiteMemory(now: () => number = () => performance.now()): SiteMemory {
  const sites = new LRUCache<string, StealthLevel>({
    max: MAX_SITES,
    ttl: MEMORY_TTL,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    level: (host) => sites.get(host),
    passed(host, level) {
      if (level === 'basic') sites.delete(host)
      else sites.set(host, level)
    },
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
