import { LRUCache } from 'lru-cache'
import type { Kit } from 'weirjs'
import type { ArchiveConfig } from '../config.ts'
import { createLimits, type Kind, kinds } from './host-limits.ts'
import { Lane } from './lane.ts'
import { OwnPace } from './pace.ts'
import { SharedPace } from './shared-pace.ts'

/** How many hosts are remembered: the most recently used. Mementos may be on any host. */
const MAX_LANES = 1000

/** The queues of all hosts. All providers share them, as several may lead to the same archive. */
export interface Governor {
  /** The queue of a host with its port, for one kind of request. */
  lane(host: string, kind: Kind): Lane
  /** The remaining milliseconds of the pause of an address's host. */
  pause(address: string): number
}

export function createGovernor(config: ArchiveConfig, parts: Pick<Kit, 'store' | 'clock' | 'log'>): Governor {
  const lanes = new LRUCache<string, Lane>({ max: MAX_LANES })
  const limitsOf = createLimits(config)
  const keyOf = (host: string, kind: Kind) => `${kind} ${host}`
  return {
    lane(host, kind) {
      const key = keyOf(host, kind)
      const known = lanes.get(key)
      if (known) return known
      const limits = limitsOf(host, kind)
      const pace =
        parts.store.dialect === 'sqlite'
          ? new OwnPace({ ...limits, now: () => parts.clock.now() })
          : new SharedPace({ ...parts, ...limits, lane: key })
      const lane = new Lane({ pace, atOnce: limits.atOnce, patience: config.timeout })
      lanes.set(key, lane)
      return lane
    },
    pause(address) {
      const { host } = new URL(address)
      return Math.max(...kinds.map((kind) => lanes.peek(keyOf(host, kind))?.pause ?? 0))
    },
  }
}
