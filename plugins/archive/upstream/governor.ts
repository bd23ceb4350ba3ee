import { LRUCache } from 'lru-cache'
import type { Kit } from 'weirjs'
import type { ArchiveConfig } from '../config.ts'
import { createLimits, type Kind, kinds } from './host-limits.ts'
import { Lane } from './lane.ts'
import { OwnPace } from './pace.ts'
import { SharedPace } from './shared-pace.ts'

/** The most hosts remembered: the most recently requested ones. A memento may be on any host. */
const MAX_LANES = 1000

/** The lanes of all hosts, which all providers share: mementos of one archive are found through several. */
export interface Governor {
  /** By host with port, and by the kind of request. */
  lane(host: string, kind: Kind): Lane
  /** Milliseconds for which the host of a URL asks to be left alone. */
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
