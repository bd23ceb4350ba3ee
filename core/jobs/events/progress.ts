/** What an item reports that it is doing. */
export interface Progress {
  step: string
  url: string | null
}

/** The latest progress reports of the items that this process runs, by job. */
export interface ProgressReports {
  set(job: number, progress: Progress): void
  get(job: number): Progress | undefined
  forget(job: number): void
}

export function createProgressReports(): ProgressReports {
  const reports = new Map<number, Progress>()
  return {
    set: (job, progress) => void reports.set(job, progress),
    get: (job) => reports.get(job),
    forget: (job) => void reports.delete(job),
  }
}
