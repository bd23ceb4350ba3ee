import type { Clock } from '../clock.ts'
import { memoizeFor } from '../concurrency/memoize-for.ts'
import type { HealthReport, HealthReports, QueueHealth, StoreHealth } from '../contracts/operations/health.ts'
import type { Blobs } from '../files/blobs/port.ts'
import type { Engines } from '../host/engines/engine-registry.ts'
import type { ProviderInfo } from '../host/service-registry.ts'
import { longestWait } from '../jobs/store/open-jobs.ts'
import type { Store } from '../store/index.ts'
import { version } from '../version.ts'
import { createCommitTime } from './commit-time.ts'
import { lookAtDisk } from './disk-room.ts'
import { createFilesHealth } from './files-health.ts'

/** Milliseconds that a job may wait before the queue counts as unhealthy. */
const LONG_WAIT = 60_000
/** Milliseconds for which an answer is reused: anybody may ask. */
const HOLDS = 1000

export interface HealthParts {
  store: Store
  blobs: Blobs
  engines: Engines
  listProviders(): Promise<ProviderInfo[]>
  dataDir: string
  clock: Clock
}

export function createHealth({ store, blobs, engines, listProviders, dataDir, clock }: HealthParts): HealthReports {
  const remedies = REMEDIES[store.dialect]
  const lookAtFiles = createFilesHealth(blobs)
  const look = memoizeFor(HOLDS, async () => {
    const [disk, files, queue, listed, providers] = await Promise.all([
      lookAtDisk(dataDir),
      lookAtFiles(),
      longestWait(store, clock).then(
        (wait) => queueHealth(wait, remedies),
        () => queueHealth(undefined, remedies),
      ),
      engines.list(),
      listProviders(),
    ])
    return { disk, files, queue, engines: listed.map(({ name, state }) => ({ name, state })), providers }
  })

  return {
    async report() {
      const seen = await look()
      const trouble = store.trouble ?? (seen.queue.status === 'unknown' ? 'storage_unavailable' : undefined)
      const isWell = [seen.disk, seen.files, seen.queue].every(({ status }) => status === 'healthy')
      const isAble = !isNoneReady(seen.engines) && !isAnyServiceDown(seen.providers)
      const status = trouble ? 'unhealthy' : isWell && isAble ? 'healthy' : 'degraded'
      return { status, version, store: storeHealth(trouble, remedies), ...seen }
    },
    commitTime: createCommitTime(store),
  }
}

/** What to do about the store, and about a slow queue. */
const REMEDIES = {
  sqlite: {
    storage_full: 'Make room on the disk of the data directory; writing then resumes by itself',
    storage_unavailable: 'See the log for what the store says, and whether the disk of the data directory still works',
    slow: 'Jobs arrive faster than they are processed: raise WEIR_CONCURRENCY if processor and memory allow it, or look for a job that holds up the others',
  },
  postgres: {
    storage_full: 'Make room on the disk of Postgres; writing then resumes by itself',
    storage_unavailable: 'See the log for what Postgres says, and whether it answers at WEIR_DATABASE_URL',
    slow: 'Jobs arrive faster than they are processed: check that `weir serve` or `weir work` runs, start more of these, or look for a job that holds up the others',
  },
}
type Remedies = (typeof REMEDIES)[Store['dialect']]

const storeHealth = (trouble: StoreHealth['trouble'], remedies: Remedies): StoreHealth => ({
  trouble,
  remedy: trouble ? remedies[trouble] : null,
})

function queueHealth(wait: number | undefined, remedies: Remedies): QueueHealth {
  if (wait === undefined) return { status: 'unknown', longestWait: null, remedy: remedies.storage_unavailable }
  if (wait <= LONG_WAIT) return { status: 'healthy', longestWait: wait, remedy: null }
  return { status: 'slow', longestWait: wait, remedy: remedies.slow }
}

const isNoneReady = (engines: HealthReport['engines']) =>
  engines.length > 0 && engines.every(({ state }) => !state.ready)

const isAnyServiceDown = (providers: HealthReport['providers']) =>
  providers.some(({ service }) => providers.every((other) => other.service !== service || !other.state.ready))
