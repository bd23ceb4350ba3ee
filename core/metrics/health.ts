import { statfs } from 'node:fs/promises'
import type { Clock } from '../clock.ts'
import type { Engines } from '../host/engine-registry.ts'
import { longestWait } from '../jobs/store/open-jobs.ts'
import type { Store } from '../store/index.ts'
import { version } from '../version.ts'

/** Below this much free room the store soon cannot write, in bytes. */
export const LITTLE_ROOM = 1024 ** 3
/** Milliseconds that a job may wait before the queue is no longer healthy. */
const LONG_WAIT = 60_000
/** Milliseconds for which an answer holds: anybody may ask. */
const HOLDS = 1000

/**
 * How the service is. `unhealthy` when nothing can be written, so that requests are better sent elsewhere; `degraded`
 * when something needs the operator but requests are answered.
 */
export interface Health {
  status: 'healthy' | 'degraded' | 'unhealthy'
  version: string
  /** Or why nothing can be written. */
  store: string
  disk: 'healthy' | 'low' | 'unknown'
  /** `slow`: a job has waited for more than a minute. */
  queue: 'healthy' | 'slow' | 'unknown'
  /** Whether each engine that is enabled can run here now. Some missing is how many machines are; none is trouble. */
  engines: Record<string, 'ready' | 'unavailable'>
}

export interface HealthParts {
  store: Store
  engines: Engines
  dataDir: string
  clock: Clock
}

/** Gives the health. What is looked up anew for it is looked up at most once a second. */
export function createHealth({ store, engines, dataDir, clock }: HealthParts): () => Promise<Health> {
  const look = async () => {
    const disk = await statfs(dataDir).then(
      ({ bavail, bsize }) => (bavail * bsize < LITTLE_ROOM ? ('low' as const) : ('healthy' as const)),
      () => 'unknown' as const,
    )
    const queue = await longestWait(store, clock).then(
      (wait) => (wait > LONG_WAIT ? ('slow' as const) : ('healthy' as const)),
      () => 'unknown' as const,
    )
    return { disk, queue, engines: await engines.list() }
  }
  let last: { at: number; seen: ReturnType<typeof look> } | undefined
  return async () => {
    const now = performance.now()
    if (!last || now > last.at + HOLDS) last = { at: now, seen: look() }
    const { disk, queue, engines: listed } = await last.seen
    const trouble = store.trouble ?? (queue === 'unknown' ? 'storage_unavailable' : undefined)
    const none = listed.length > 0 && listed.every(({ state }) => !state.ready)
    const degraded = disk !== 'healthy' || queue !== 'healthy' || none
    return {
      status: trouble ? 'unhealthy' : degraded ? 'degraded' : 'healthy',
      version,
      store: trouble ?? 'healthy',
      disk,
      queue,
      engines: Object.fromEntries(listed.map(({ name, state }) => [name, state.ready ? 'ready' : 'unavailable'])),
    }
  }
}
