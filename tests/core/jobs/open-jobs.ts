import { type AnyJob, definePlugin, type JobRecord, type Kit } from 'weirjs'
import { createJobs } from '../../../core/jobs/index.ts'
import { seal, unseal } from '../../../core/seal.ts'
import { addUser, type OpenOptions, openAccounts } from '../open-accounts.ts'

export interface JobsOptions extends OpenOptions {
  concurrency?: number
  retentionDays?: number
}

const sealKey = new Uint8Array(32).fill(9)

/** The machinery with kinds of jobs of a plugin `test`, on a store of its own; not started yet. */
export async function openJobs(kinds: readonly AnyJob[], options: JobsOptions = {}) {
  const opened = await openAccounts(options)
  const { store, credits, accounts, clock, log } = opened
  const machinery = createJobs({
    store,
    credits,
    accounts,
    files: {} as never,
    clock,
    log,
    sealer: {
      seal: (text, context) => seal(text, sealKey, context),
      open: (text, context) => unseal(text, sealKey, context),
    },
    concurrency: options.concurrency ?? 8,
    retentionDays: options.retentionDays ?? 30,
    alone: true,
  })
  const plugin = definePlugin({ name: 'test', api: 1, tag: { name: 'Test', description: '' }, jobs: kinds })
  machinery.register(plugin, { store, log, clock, config: {} } as unknown as Kit)
  return {
    ...opened,
    ...machinery,
    addUser: (plan: 'free' | 'starter' | 'pro' | 'enterprise' = 'enterprise') => addUser(opened, { plan }),
    ended: (job: Pick<JobRecord, 'account' | 'id'>, milliseconds = 5_000) =>
      machinery.jobs.ended(job.account, job.id, milliseconds),
    async [Symbol.asyncDispose]() {
      await machinery.stop()
      await opened[Symbol.asyncDispose]()
    },
  }
}
