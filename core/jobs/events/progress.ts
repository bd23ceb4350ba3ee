/** What an item says that it does. */
export interface Progress {
  step: string
  url: string | null
}

/** What the items that this process has under way say that they do: the last word of each job. */
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
