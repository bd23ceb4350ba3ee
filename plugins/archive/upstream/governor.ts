import { LRUCache } from 'lru-cache'
import type { Clock } from 'weirjs'
import type { ArchiveConfig } from '../config.ts'
import { Lane } from './lane.ts'
import { type Kind, limitsOf } from './public-limits.ts'

/** Hosts that are known at once: those asked last. A memento may stand on any. */
const MOST = 1000

/** The ways to all hosts, which all providers share: mementos of one archive stand behind several. */
export interface Governor {
  /** By a host with its port, and by what is asked of it. */
  lane(host: string, kind: Kind): Lane
}

export function createGovernor({ limits, timeout }: Pick<ArchiveConfig, 'limits' | 'timeout'>, clock: Clock): Governor {
  const lanes = new LRUCache<string, Lane>({ max: MOST })
  return {
    lane(host, kind) {
      const key = `${kind} ${host}`
      const known = lanes.get(key)
      if (known) return known
      const lane = new Lane({ ...limitsOf(host, kind, limits), now: () => clock.now(), patience: timeout })
      lanes.set(key, lane)
      return lane
    },
  }
}
