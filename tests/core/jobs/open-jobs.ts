import { join } from 'node:path'
import { type AnyJob, definePlugin, type JobRecord, type Kit, type PlanName } from 'weirjs'
import { diskBlobs } from '../../../core/files/blobs/disk.ts'
import { openFiles } from '../../../core/files/files.ts'
import { createJobs } from '../../../core/jobs/index.ts'
import type { JobMetrics } from '../../../core/jobs/metrics.ts'
import { openQueue } from '../../../core/jobs/scheduling/open-queue.ts'
import { replacePredecessor } from '../../../core/jobs/worker/predecessor.ts'
import { openLeases } from '../../../core/leases/open-leases.ts'
import { createSealer } from '../../../core/secrets/sealer.ts'
import { databaseUrlOf } from '../../store.ts'
import { addUser, type OpenOptions, openAccounts } from '../open-accounts.ts'

export interface JobsOptions extends OpenOptions {
  concurrency?: number
  retentionDays?: number
  /** Whether the previous process crashed. Default false: it was killed from outside. */
  crashed?: boolean
  /** False leaves the work to another process. */
  works?: boolean
  metrics?: JobMetrics
}

const sealKey = new Uint8Array(32).fill(9)

/** The job machinery with kinds of jobs of a plugin `test`, at work on its own store. */
export async function openJobs(kinds: readonly AnyJob[], options: JobsOptions = {}) {
  // Time passes here, as work takes some.
  const clock = options.clock ?? { now: () => Date.now(), set() {}, pass() {} }
  const opened = await openAccounts({ ...options, clock })
  const { store, credits, accounts, log, dataDir } = opened
  const files = openFiles({ blobs: diskBlobs(join(dataDir, 'files'), clock.now), store, secret: sealKey, clock })
  const machinery = createJobs({
    store,
    credits,
    accounts,
    files,
    clock,
    log,
    sealer: createSealer(sealKey),
    concurrency: options.concurrency ?? 8,
    metrics: options.metrics,
    retentionDays: options.retentionDays ?? 30,
    leases: openLeases({ store, log }),
    alone: store.dialect === 'sqlite',
    queue: await openQueue({ store, databaseUrl: options.databaseUrl ?? (await databaseUrlOf(dataDir)), log }),
  })
  const plugin = definePlugin({ name: 'test', api: 1, tag: { name: 'Test', description: '' }, jobs: kinds })
  machinery.register(plugin, { store, log, clock, config: {} } as unknown as Kit)
  if (options.works ?? true) {
    // Processes that share a named database share the directory here too, and replace no earlier process.
    const predecessor = options.databaseUrl ? undefined : replacePredecessor(dataDir, machinery.workerId, log)
    await machinery.start({ crashed: options.crashed, predecessor })
  }
  const { jobs } = machinery
  return {
    ...opened,
    ...machinery,
    files,
    addUser: (plan: PlanName = 'enterprise', monthlyCredits?: number) =>
      addUser(opened, { plan }).then(async (user) => {
        if (monthlyCredits !== undefined)
          await accounts.users.update(user.id, { monthlyCredits: monthlyCredits * 1000 })
        return user
      }),
    /** Waits for a job's end. */
    ended: (job: Pick<JobRecord, 'account' | 'id'>, milliseconds = 25_000) =>
      jobs.waitForEnd(job.account, job.id, milliseconds),
    async results(job: Pick<JobRecord, 'account' | 'id'>) {
      const entries = await jobs.results(job.account, job.id, { limit: 10_000 })
      return entries.map(({ json }) => JSON.parse(json))
    },
    /** Stops everything, and keeps the directory. */
    async stopAll() {
      await machinery.stop()
      await opened.stop()
    },
    async [Symbol.asyncDispose]() {
      await machinery.stop()
      await opened[Symbol.asyncDispose]()
    },
  }
}
export type OpenedJobs = Awaited<ReturnType<typeof openJobs>>

/** Waits until a condition holds; throws after some seconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, milliseconds = 25_000) {
  for (const end = Date.now() + milliseconds; Date.now() < end; await Bun.sleep(5)) if (await holds()) return
  throw new Error(`Waited ${milliseconds} ms in vain for ${what}`)
}

export const medium = { priority: 'medium' } as const
