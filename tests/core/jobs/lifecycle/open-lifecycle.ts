import { join } from 'node:path'
import { type AnyJob, ApiError, defineJob, type Kit, type NewItem, type Outcome, type PlanName, t } from 'weirjs'
import type { User } from '../../../../core/contracts/accounts.ts'
import type { FairQueue } from '../../../../core/contracts/fair-queue.ts'
import type { JobEvent } from '../../../../core/contracts/jobs/job-record.ts'
import type { StartOptions } from '../../../../core/contracts/jobs/job-start.ts'
import type { Outbox } from '../../../../core/contracts/outbox.ts'
import { diskBlobs } from '../../../../core/files/blobs/disk.ts'
import { openFiles } from '../../../../core/files/files.ts'
import { noProcesses } from '../../../../core/jobs/events/processes.ts'
import { createProgressReports, type Progress } from '../../../../core/jobs/events/progress.ts'
import { cancelJob } from '../../../../core/jobs/lifecycle/cancel.ts'
import { claim } from '../../../../core/jobs/lifecycle/claim.ts'
import { completeItems } from '../../../../core/jobs/lifecycle/complete-items.ts'
import type { DuePorts } from '../../../../core/jobs/lifecycle/due.ts'
import type { EndItemPorts } from '../../../../core/jobs/lifecycle/end-item.ts'
import type { AttemptEnd } from '../../../../core/jobs/lifecycle/resolve-end.ts'
import { type StartPorts, startJob } from '../../../../core/jobs/lifecycle/start.ts'
import type { RegisteredJob } from '../../../../core/jobs/registry.ts'
import { createJobAccounts } from '../../../../core/jobs/scheduling/accounts.ts'
import { createInputs } from '../../../../core/jobs/store/inputs.ts'
import { createKnownKeys } from '../../../../core/jobs/store/known-keys.ts'
import { createOnce } from '../../../../core/jobs/store/once.ts'
import { packResult } from '../../../../core/jobs/store/pack-result.ts'
import { lockJob } from '../../../../core/jobs/store/statements/jobs.ts'
import type { ItemRow, JobRow } from '../../../../core/jobs/store/tables.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { createSealer } from '../../../../core/secrets/sealer.ts'
import { addUser, openAccounts, setClock } from '../../open-accounts.ts'

export const NOW = Date.parse('2026-07-01T12:00:00Z')

/** Pages by their paths, some of them of a host: `a.test/1`. */
export const pages = defineJob({
  name: 'test.pages',
  input: t.Object({ paths: t.Array(t.String()), limit: t.Optional(t.Integer()), spacing: t.Optional(t.Number()) }),
  item: t.Object({}),
  seed: ({ paths }) => paths.map(itemOf),
  parallel: () => 9,
  limit: ({ limit }) => limit ?? 1000,
  spacing: ({ spacing }) => spacing ?? 0,
  run: async () => ({ millicredits: 0 }),
})
export const itemOf = (path: string): NewItem<object> => {
  const [host, name] = path.split('/')
  return { key: path, value: {}, ...(name !== undefined && { host }) }
}

/** The work on jobs, step by step: nothing happens except what a test does, at the time it sets. */
export async function openLifecycle(kinds: readonly AnyJob[] = [pages]) {
  const clock = setClock(NOW)
  const world = await openAccounts({ clock })
  const { store, credits, accounts, log, dataDir } = world
  const registry = new Map<string, RegisteredJob>(
    kinds.map((definition) => [
      definition.name,
      {
        definition,
        type: 'test',
        endpoint: 'test',
        kit: {} as Kit,
        state: undefined,
        failure: 'scraping_failed',
      },
    ]),
  )
  const sealer = createSealer(new Uint8Array(32).fill(9))
  /** What was reported by the jobs, in order. */
  const told = {
    alarms: [] as number[],
    offers: [] as string[],
    events: [] as JobEvent[],
    metrics: [] as string[],
    messages: [] as unknown[],
    aborted: [] as number[],
    ended: [] as number[],
  }
  const queue: FairQueue = {
    offer: async (_, account, weight) => void told.offers.push(`${account} ${weight}`),
    take: async () => [],
    watch: () => () => {},
    close: async () => {},
  }
  const outbox = {
    put: async (_: unknown, topic: string, payload: unknown, options: unknown) =>
      void told.messages.push([topic, payload, options]),
  } as unknown as Outbox
  const events = {
    publish: (_: string, event: JobEvent) => void told.events.push(event),
    listen: () => () => {},
    recent: () => undefined,
    last: () => undefined,
    isHeard: () => false,
    heard: () => [],
  }
  const ports: StartPorts & DuePorts & EndItemPorts = {
    store,
    credits,
    clock,
    log,
    registry,
    sealer,
    queue,
    outbox,
    events,
    accounts: createJobAccounts(accounts),
    files: openFiles({ blobs: diskBlobs(join(dataDir, 'files'), clock.now), store, secret: new Uint8Array(32), clock }),
    metrics: {
      jobStarted: (kind) => void told.metrics.push(`started ${kind}`),
      jobEnded: (kind, status) => void told.metrics.push(`ended ${kind} ${status}`),
      itemEnded: (kind, outcome) => void told.metrics.push(`item ${kind} ${outcome}`),
    },
    progress: createProgressReports(),
    processes: noProcesses,
    inputs: createInputs(store, sealer),
    knownKeys: createKnownKeys(),
    once: createOnce(store, createMemoryLeases()),
    yieldToEventLoop: async () => {},
    alarm: (at) => void told.alarms.push(at - NOW),
    abort: (job) => void told.aborted.push(job),
    ended: (job) => void told.ended.push(job),
  }
  const db = () => store.db<{ jobs: JobRow; job_items: ItemRow }>()
  const claimed = async (account: string, limit = 100, workerId = 'w') =>
    (await store.write((tx) => claim(ports, tx, account, { workerId, limit }))).claimed
  return {
    ...world,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    clock,
    ports,
    told,
    registry,
    addUser: (plan: PlanName = 'enterprise') => addUser(world, { plan }),
    /** As it was before the first job, at the same time. */
    async clear() {
      clock.set(NOW)
      // Job numbers are given again after the last jobs are deleted.
      for (let n = 1; n < 100; n++) for (const cache of [ports.knownKeys, ports.inputs]) cache.forget(n)
      await store.write(async (tx) => {
        for (const table of JOB_TABLES) await tx.db<Record<string, object>>().deleteFrom(table).execute()
      })
      for (const list of Object.values(told)) list.length = 0
    },
    /** Starts a job of pages, or of another kind. */
    start: (
      user: User,
      paths: string[] | { kind: string; input: unknown },
      options: Partial<StartOptions> & { limit?: number; spacing?: number } = {},
    ) => {
      const { limit, spacing, ...others } = options
      const { kind, input } = Array.isArray(paths) ? { kind: 'test.pages', input: { paths, limit, spacing } } : paths
      return startJob(ports, registry.get(kind)!, {
        account: user,
        plan: accounts.plan(user),
        input,
        options: { millicredits: 0, priority: 'medium', ...others },
      })
    },
    job: async (id: string) => (await db().selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst())!,
    /** Sets columns of a job's row. */
    change: ({ n }: Pick<JobRow, 'n'>, values: Partial<JobRow>) =>
      store.write((tx) => tx.db<{ jobs: JobRow }>().updateTable('jobs').set(values).where('n', '=', n).execute()),
    cancel: (job: Pick<JobRow, 'n'>) =>
      store.write(async (tx) => cancelJob(ports, tx, (await tx.get(lockJob, job.n))!)),
    /** The path and the status of each item. */
    states: async ({ n }: Pick<JobRow, 'n'>) => {
      const items = await db().selectFrom('job_items').selectAll().where('job', '=', n).orderBy('seq').execute()
      return items.map(({ key, state }) => `${key} ${STATES[state]}`)
    },
    items: ({ n }: Pick<JobRow, 'n'>) =>
      db().selectFrom('job_items').selectAll().where('job', '=', n).orderBy('seq').execute(),
    claimed,
    /** Ends attempts at items of one job; tells for each whether its claim held. */
    complete: async (
      items: readonly Awaited<ReturnType<typeof claimed>>[number][],
      end: (path: string) => Outcome<unknown, unknown> | ApiError | AttemptEnd,
      workerId = 'w',
      progress?: Progress,
    ) => {
      const ended = await Promise.all(
        items.map(async (one) => ({ claimed: one, attemptEnd: await attemptEnd(end(one.item.key)) })),
      )
      return store.write((tx) => completeItems(ports, tx, workerId, ended, progress))
    },
  }
}
const JOB_TABLES = [
  'job_items',
  'job_results',
  'job_bodies',
  'job_partitions',
  'job_hosts',
  'job_inputs',
  'job_once',
  'jobs',
]
const STATES = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'deferred']
export type Lifecycle = Awaited<ReturnType<typeof openLifecycle>>

async function attemptEnd(end: Outcome<unknown, unknown> | ApiError | AttemptEnd): Promise<AttemptEnd> {
  if (end instanceof ApiError) return { kind: 'failed', error: end }
  if ('kind' in end) return end
  const packed = end.result === undefined ? undefined : await packResult(end.result)
  return { kind: 'done', outcome: end, packed, files: [] }
}
