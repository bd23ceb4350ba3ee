/** Counts jobs and their items by the name of their definition. */
export interface JobMetrics {
  jobStarted(kind: string): void
  jobEnded(kind: string, status: string): void
  itemEnded(kind: string, outcome: 'succeeded' | 'failed' | 'cancelled'): void
}
