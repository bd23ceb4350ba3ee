import type { JobRecord, Kit } from 'weirjs'

/** The most waiting and the most running crawls that are listed, the newest of each. */
const MAX_LISTED = 100

/** The crawls of an account that have not ended, newest first. */
export async function activeCrawls({ list }: Pick<Kit['jobs'], 'list'>, account: string): Promise<JobRecord[]> {
  const found = new Map<string, JobRecord>()
  // In this order, as a crawl may begin in between: it is then found twice, and not missed.
  for (const state of [{ status: 'queued' }, { running: true }] as const) {
    const { jobs } = await list(account, { type: 'crawl', ...state, limit: MAX_LISTED })
    for (const job of jobs) found.set(job.id, job)
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}
