import type { ProviderState } from '../../../api/types.ts'

/** What the overview reads from the API, under its schema names. */

export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy'

export interface AdminStats {
  totalUsers: number
  activeUsers: number
  totalJobs: number
  totalCreditsUsed: number
  systemHealth: HealthStatus
  version: string
  health: {
    store: { writable: boolean; commitTime: number | null; reason: string | null; remedy: string | null }
    queue: {
      status: 'healthy' | 'slow' | 'unknown'
      pendingJobs: number
      activeJobs: number
      scheduledJobs: number
      longestWait: number | null
      remedy: string | null
    }
    disk: { status: 'healthy' | 'low' | 'unknown'; free: number | null; total: number | null; remedy: string | null }
    files: {
      place: 'disk' | 'bucket' | 'database'
      status: 'healthy' | 'unavailable'
      reason: string | null
      remedy: string | null
    }
    engines: Omit<ProviderState, 'service' | 'plugin'>[]
    providers: ProviderState[]
  }
}
