import type { Clock } from '../clock.ts'
import type { GuardedFetch } from '../contracts/fetch.ts'
import type { HostPolicy } from '../contracts/host-policy.ts'
import type { Leases } from '../contracts/leases.ts'
import type { Politeness } from '../contracts/politeness.ts'
import type { Log } from '../log.ts'
import { createHostPolicies } from './host-policies.ts'
import { createHostSlots } from './host-slots.ts'
import { createRobotsCache } from './robots-cache.ts'

export interface PolitenessOptions {
  fetch: GuardedFetch
  clock: Clock
  log: Log
  leases: Leases
  /** Changes the limits that all jobs have for a host. */
  setHostPolicy(host: string, policy: HostPolicy): Promise<void>
}

export function createPoliteness({ fetch, clock, log, leases, setHostPolicy }: PolitenessOptions): Politeness {
  const policies = createHostPolicies(clock, setHostPolicy)
  return {
    robots: createRobotsCache({ fetch, clock }),
    async *sitemap(url, named, context) {
      // Loaded with the first sitemap, as the XML parser is large.
      const { readSitemaps } = await import('./read-sitemaps.ts')
      yield* readSitemaps(url, named, context, { fetch, clock, log, recordResponse: policies.recordResponse })
    },
    recordResponse: policies.recordResponse,
    applyCrawlDelay: (host, { delay }) => policies.setCrawlDelay(host, delay),
    waitForSlot: policies.waitForSlot,
    acquire: createHostSlots(clock, policies, leases),
  }
}
