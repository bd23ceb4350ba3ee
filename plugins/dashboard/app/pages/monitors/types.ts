import type { JobError } from '../jobs/types.ts'

/** What these pages read from the API, under its schema names. */

export interface Monitor {
  id: string
  name: string
  url: string
  schedule: string
  timezone: string
  tags: string[]
  options: Record<string, unknown>
  hiddenOptions: string[]
  status: 'active' | 'paused' | 'failing'
  lastRun: string | null
  nextRun: string | null
  lastChange: string | null
  creditsPerRun: number
  feedUrl: string
  createdAt: string
}

export interface MonitorList {
  monitors: Monitor[]
  nextCursor: string | null
}

export interface MonitorRunFile {
  id: string
  type: string
  mediaType: string
  size: number
}

export interface MonitorRun {
  id: string
  checkedAt: string
  status: 'baseline' | 'unchanged' | 'changed' | 'failed'
  statusCode: number | null
  changePercent: number | null
  addedLines: number
  removedLines: number
  diff: string | null
  snapshotUrl: string | null
  files: MonitorRunFile[]
  creditsUsed: number
  error: JobError | null
  warnings: string[]
  jobId: string | null
}

export interface MonitorHistory {
  history: MonitorRun[]
  nextCursor: string | null
}
