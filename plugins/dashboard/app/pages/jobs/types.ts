/** What these pages read from the API, under its schema names. */

export interface JobError {
  code: string
  message: string
  details: Record<string, unknown>
}

export interface Job {
  id: string
  status: string
  progress: number
  currentStep: string | null
  currentUrl: string | null
  creditsUsed: number
  estimatedTimeRemaining: number | null
  type: string
  priority: string
  total: number
  completed: number
  failed: number
  creditsEstimated: number
  createdAt: string
  startedAt: string | null
  completedAt: string | null
  error: JobError | null
}

export interface JobList {
  jobs: Job[]
  nextCursor: string | null
}

export interface JobResults {
  jobId: string
  status: string
  total: number
  results: unknown[]
  nextCursor: string | null
}
