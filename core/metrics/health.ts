import { statfs } from 'node:fs/promises'
import type { Clock } from '../clock.ts'
import type { Engines } from '../host/engine-registry.ts'
import type { ProviderInfo } from '../host/service-registry.ts'
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
  /**
   * Of services with several providers, where there are any, each provider as `service/name`. A service without one
   * that is ready is trouble.
   */
  providers?: Record<string, 'ready' | 'unavailable'>
}

export interface HealthParts {
  store: Store
  engines: Engines
  listProviders(): Promise<ProviderInfo[]>
  dataDir: string
  clock: Clock
}

/** Gives the health. What is looked up anew for it is looked up at most once a second. */
export function createHealth({ store, engines, listProviders, dataDir, clock }: HealthParts): () => Promise<Health> {
  const look = async () => {
    const disk = await statfs(dataDir).then(
      ({ bavail, bsize }) => (bavail * bsize < LITTLE_ROOM ? ('low' as const) : ('healthy' as const)),
      () => 'unknown' as const,
    )
    const queue = await longestWait(store, clock).then(
      (wait) => (wait > LONG_WAIT ? ('slow' as const) : ('healthy' as const)),
      () => 'unknown' as const,
    )
    const [listed, providers] = await Promise.all([engines.list(), listProviders()])
    return { disk, queue, listed, providers }
  }
  let last: { at: number; seen: ReturnType<typeof look> } | undefined
  return async () => {
    const now = performance.now()
    if (!last || now > last.at + HOLDS) last = { at: now, seen: look() }
    const { disk, queue, listed, providers } = await last.seen
    const trouble = store.trouble ?? (queue === 'unknown' ? 'storage_unavailable' : undefined)
    const none = listed.length > 0 && listed.every(({ state }) => !state.ready)
    const degraded = disk !== 'healthy' || queue !== 'healthy' || none || isAnyServiceDown(providers)
    return {
      status: trouble ? 'unhealthy' : degraded ? 'degraded' : 'healthy',
      version,
      store: trouble ?? 'healthy',
      disk,
      queue,
      engines: Object.fromEntries(listed.map(({ name, state }) => [name, shown(state)])),
      ...(providers.length > 0 && {
        providers: Object.fromEntries(
          providers.map(({ service, name, state }) => [`${service}/${name}`, shown(state)] as const),
        ),
      }),
    }
  }
}

const shown = ({ ready }: { ready: boolean }) => (ready ? ('ready' as const) : ('unavailable' as const))

const isAnyServiceDown = (providers: readonly ProviderInfo[]) =>
  providers.some(({ service }) => providers.every((other) => other.service !== service || !other.state.ready))
