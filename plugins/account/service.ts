import { defineService } from 'weirjs'

/** What the administrator's statistics tell of jobs; provided by whoever runs them. */
export interface JobStats {
  /** Jobs of all accounts. */
  total(): Promise<number>
  health(): Promise<'healthy' | 'degraded' | 'unhealthy'>
}
export const jobStats = defineService<JobStats>('jobs.stats')
