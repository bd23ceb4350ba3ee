import type { StorageTrouble } from '../../store/storage-error.ts'
import type { Ready } from '../engine.ts'

/**
 * How the service is, part by part, with what to do about what is not well. `unhealthy` when nothing can be written,
 * so that requests are better sent elsewhere; `degraded` when something needs the operator but requests are answered.
 */
export interface HealthReport {
  status: 'healthy' | 'degraded' | 'unhealthy'
  version: string
  store: StoreHealth
  disk: DiskHealth
  files: FilesHealth
  queue: QueueHealth
  /** Those that are enabled. Some missing is how many machines are; none that is ready is trouble. */
  engines: readonly { name: string; state: Ready }[]
  /** Of services that may have several; a service without one that is ready is trouble. */
  providers: readonly { service: string; name: string; plugin: string; state: Ready }[]
}

export interface StoreHealth {
  /** Why nothing can be written. */
  trouble: StorageTrouble | undefined
  remedy: string | null
}

/** The disk of the data directory, in bytes; null where the system does not tell. */
export interface DiskHealth {
  status: 'healthy' | 'low' | 'unknown'
  free: number | null
  total: number | null
  remedy: string | null
}

/** Where the contents of files are. */
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
  /** Milliseconds that the job has waited which waits longest; null where nobody can tell. */
  longestWait: number | null
  remedy: string | null
}

/** How the service is, for its operators. */
export interface HealthReports {
  /** What it tells is looked up at most once a second. */
  report(): Promise<HealthReport>
  /** Milliseconds that a small write takes until the disk has it; undefined where it was refused. */
  commitTime(): Promise<number | undefined>
}
