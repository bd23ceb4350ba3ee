import type { StorageTrouble } from '../../store/storage-error.ts'
import type { Ready } from '../engine.ts'

/**
 * The health of the service, part by part, with remedies for what is wrong. `unhealthy`: nothing can be written, so
 * requests should go elsewhere. `degraded`: something needs the operator's attention, but requests are answered.
 */
export interface HealthReport {
  status: 'healthy' | 'degraded' | 'unhealthy'
  version: string
  store: StoreHealth
  disk: DiskHealth
  files: FilesHealth
  queue: QueueHealth
  /** The enabled engines. Many machines lack some of them; only having none that is ready is a problem. */
  engines: readonly { name: string; state: Ready }[]
  /** Providers of services that may have several; only a service without a ready one is a problem. */
  providers: readonly { service: string; name: string; plugin: string; state: Ready }[]
}

export interface StoreHealth {
  /** Why nothing can be written. */
  trouble: StorageTrouble | undefined
  remedy: string | null
}

/** The disk of the data directory, in bytes; null if the system does not tell. */
export interface DiskHealth {
  status: 'healthy' | 'low' | 'unknown'
  free: number | null
  total: number | null
  remedy: string | null
}

/** The storage of files. */
export interface FilesHealth {
  place: 'disk' | 'bucket' | 'database'
  /** `unavailable`: no file can be stored or read. */
  status: 'healthy' | 'unavailable'
  reason: string | null
  remedy: string | null
}

export interface QueueHealth {
  /** `slow`: a job has waited for more than a minute. */
  status: 'healthy' | 'slow' | 'unknown'
  /** Milliseconds that the longest-waiting job has waited; null if unknown. */
  longestWait: number | null
  remedy: string | null
}

/** The health of the service, for its operators. */
export interface HealthReports {
  /** The report, at most a second old. */
  report(): Promise<HealthReport>
  /** Milliseconds that a small durable write takes; undefined if it was refused. */
  commitTime(): Promise<number | undefined>
}
