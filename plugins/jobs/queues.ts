import { type Caller, isAdministrator, type JobCounts, type JobRecord, type Kit, type PluginApp, reply } from 'weirjs'
import { QueueJobList, QueueJobsQuery, QueueStatus } from './schema.ts'
import { showJob } from './show.ts'

/** Milliseconds that a job may wait before the queue counts as degraded. */
const LONG_WAIT = 60_000

/** The filter for each status of the queue. */
const filterOf = {
  pending: { status: 'queued', scheduled: false },
  active: { running: true },
  completed: { status: 'completed' },
  failed: { status: 'failed' },
} as const

/** The health of the queue, by how long its jobs wait and whether the store accepts writes. */
export function health({ longestWait }: JobCounts, { trouble }: Kit['store']): 'healthy' | 'degraded' | 'unhealthy' {
  if (trouble !== undefined) return 'unhealthy'
  return longestWait > LONG_WAIT ? 'degraded' : 'healthy'
}

/** Jobs as a queue: the caller's own, or for administrators all. Source: spec section 4.14, decisions 12.3. */
export function queueRoutes(app: PluginApp, { jobs, store, accounts }: Kit) {
  const whose = (caller: Caller) => (isAdministrator(caller) ? undefined : caller.account.id)

  /** Adds the owner of each job, for administrators. */
  const withOwners = async (records: readonly JobRecord[], caller: Caller) => {
    const ids = [...new Set(records.map(({ account }) => account))]
    const users = await Promise.all(ids.map((id) => accounts.users.get(id)))
    const emails = new Map(ids.map((id, i) => [id, users[i]?.email ?? null]))
    return records.map((job) => ({
      ...showJob(job, caller),
      accountId: job.account,
      email: emails.get(job.account) ?? null,
    }))
  }

  app.get(
    '/queues/status',
    async ({ caller }) => {
      const counts = await jobs.count(whose(caller))
      const { queued, running, completed, failed, cancelled } = counts.byStatus
      const data = {
        totalJobs: counts.scheduled + queued + running + completed + failed + cancelled,
        pendingJobs: queued,
        activeJobs: running,
        completedJobs: completed,
        failedJobs: failed,
        averageProcessingTime: counts.averageTime,
        queueHealth: health(counts, store),
      }
      return { success: true as const, data }
    },
    {
      access: { permission: 'account' },
      response: { 200: reply(QueueStatus) },
      detail: {
        operationId: 'getQueueStatus',
        summary: "Get the queue's status",
        description: 'Covers your jobs; an administrator sees the jobs of all accounts.',
      },
    },
  )

  app.get(
    '/queues/jobs',
    async ({ query: { limit = 20, cursor, status }, caller }) => {
      const page = await jobs.list(whose(caller), { limit, cursor, ...(status && filterOf[status]) })
      const shown = isAdministrator(caller) ? await withOwners(page.jobs, caller) : page.jobs.map((job) => showJob(job))
      return { success: true as const, data: { jobs: shown, nextCursor: page.nextCursor } }
    },
    {
      access: { permission: 'account' },
      query: QueueJobsQuery,
      response: { 200: reply(QueueJobList) },
      detail: {
        operationId: 'listQueueJobs',
        summary: 'List the jobs in the queue',
        description: 'Your jobs, newest first. An administrator sees the jobs of all accounts, and the owner of each.',
      },
    },
  )
}
