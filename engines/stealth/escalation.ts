import { LRUCache } from 'lru-cache'
import type { PageRequest, StealthLevel } from 'weirjs'

/** From the cheapest to what passes most. */
const levels = ['basic', 'advanced', 'maximum'] as const satisfies readonly StealthLevel[]

/**
 * Sites that are remembered, and for how long, in ms: what protects a site changes, and the cheaper way may do again.
 */
const MAX_SITES = 1000
const MEMORY_TTL = 60 * 60_000

/** Which level each site was last satisfied with. */
export interface SiteMemory {
  level(host: string): StealthLevel | undefined
  passed(host: string, level: StealthLevel): void
}

/** Remembers the sites that were visited last. `now` gives ms of any clock that never goes back. */
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
 * The levels to try, in order: from the one that is asked for, but not below what the request needs or the site has
 * wanted.
 */
export function levelsFor(request: PageRequest, remembered: StealthLevel | undefined): StealthLevel[] {
  const least = [
    request.stealth ?? 'basic',
    remembered ?? 'basic',
    needsBrowser(request) ? 'advanced' : 'basic',
  ] as const
  return levels.slice(Math.max(...least.map((level) => levels.indexOf(level))))
}

/** Whether a request asks for what only a browser does. */
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
