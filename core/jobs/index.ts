import type { Clock } from '../clock.ts'
import type { Accounts } from '../contracts/accounts.ts'
import type { FairQueue } from '../contracts/fair-queue.ts'
import type { Jobs } from '../contracts/jobs/jobs.ts'
import type { Leases } from '../contracts/leases.ts'
import type { Outbox } from '../contracts/outbox.ts'
import type { Kit, Plugin } from '../contracts/plugin.ts'
import type { Credits } from '../credits/credits.ts'
import type { Files } from '../files/files.ts'
import { describeError, type Log } from '../log.ts'
import { createOutbox } from '../outbox/outbox.ts'
import type { Sealer } from '../secrets/sealer.ts'
import type { Store } from '../store/index.ts'
import { createEventBus } from './events/event-bus.ts'
import { createFollower } from './events/follower.ts'
import { createProcesses, noProcesses } from './events/processes.ts'
import { createProgressReports } from './events/progress.ts'
import { createEventReader } from './events/reader.ts'
import { createStreams, type OpenStreams } from './events/streams.ts'
import { endedEarly } from './lifecycle/cancel.ts'
import { cleanup } from './lifecycle/cleanup.ts'
import type { StartPorts } from './lifecycle/start.ts'
import type { JobMetrics } from './metrics.ts'
import { createJobRecords } from './records/records.ts'
import { type RegisteredJob, registerJobs } from './registry.ts'
import { createJobAccounts } from './scheduling/accounts.ts'
import { createDurations } from './scheduling/durations.ts'
import { createFairQueue } from './scheduling/fair-queue.ts'
import { createJobsService } from './service.ts'
import { createStopAccount } from './stop-account.ts'
import { createInputs } from './store/inputs.ts'
import { createKnownKeys } from './store/known-keys.ts'
import { createOnce } from './store/once.ts'
import { createRetention } from './store/retention.ts'
import { Worker, type WorkerPorts } from './worker/worker.ts'
import { createYield } from './worker/yield-to-event-loop.ts'

export interface JobsOptions {
  store: Store
  credits: Credits
  accounts: Accounts
  files: Files
  clock: Clock
  log: Log
  sealer: Sealer
  /** Items that this process runs at once. */
  concurrency: number
  /** Days for which ended jobs are kept; 0 for ever. */
  retentionDays: number
  /** Whether this process is the only one to use the store, so that items that run at its start have no worker. */
  alone: boolean
  leases: Leases
  /** Default: a queue in memory. Several processes need a shared one. */
  queue?: FairQueue
  metrics?: JobMetrics
}

/** The job system, for the server that opens it. */
export interface JobSystem {
  readonly jobs: Jobs
  readonly outbox: Outbox
  /** Identifies this process as a worker. Never reused. */
  readonly workerId: string
  /** Registers the jobs that a plugin defines; see `registerJobs`. */
  register(plugin: Plugin, kit: Kit, state?: unknown): void
  /** Streams of events. `recheck` throws if a request's credential is no longer valid. */
  createStreams(recheck: (request: Request) => Promise<void>): OpenStreams
  /**
   * Recovers items of dead workers, and begins to work. Call it after all plugins have been registered. `crashed`:
   * the previous process is known to have crashed, perhaps because of one of its items. Default: false, as if killed
   * from outside. `predecessor`: the `workerId` of the previous process, if others use the store too.
   */
  start(options?: { crashed?: boolean; predecessor?: string }): Promise<void>
  /** Starts no more items, and gives running ones a few seconds. */
  stop(): Promise<void>
}

/** Milliseconds for which waiting requests are kept when this process stops, as another may end their jobs. */
const ELSEWHERE = 15_000

export function createJobs(options: JobsOptions): JobSystem {
  const { store, accounts, clock, log, sealer, concurrency, retentionDays, alone, leases } = options
  const { queue = createFairQueue() } = options
  const workerId = crypto.randomUUID()
  const registry = new Map<string, RegisteredJob>()
  const outbox = createOutbox({ store, clock, log, workerId, alone })
  const cleaning = new Set<Promise<void>>()
  const stopping = new AbortController()
  /** Aborted when waiting for the end of a job has become pointless. */
  const over = new AbortController()
  const processes = alone ? noProcesses : createProcesses(store, log)
  const bus = createEventBus()

  const runtime: WorkerPorts & StartPorts = {
    ...options,
    registry,
    outbox,
    accounts: createJobAccounts(accounts),
    queue,
    processes,
    metrics: options.metrics ?? { jobStarted() {}, jobEnded() {}, itemEnded() {} },
    events: {
      ...bus,
      publish(jobId, event) {
        bus.publish(jobId, event)
        processes.tellEvent(jobId, event.id)
      },
    },
    progress: createProgressReports(),
    durations: createDurations(),
    inputs: createInputs(store, sealer),
    knownKeys: createKnownKeys(),
    once: createOnce(store, leases),
    yieldToEventLoop: createYield(),
    stopAccount: (id) => stopAccount(id),
    alarm: (at) => worker.alarm(at),
    abort: (job, reason) => worker.abort(job, reason),
    ended(n) {
      forget(n)
      processes.tellEnded(n)
      const cleaned = cleanup(store, n, stopping.signal)
        .catch((error) =>
          log.warn('What a job leaves behind could not be deleted', { job: n, cause: describeError(error) }),
        )
        .finally(() => cleaning.delete(cleaned))
      cleaning.add(cleaned)
    },
  }
  const forget = (n: number) => {
    for (const cache of [runtime.inputs, runtime.knownKeys, runtime.progress, worker]) cache.forget(n)
  }
  const worker = new Worker(runtime, { concurrency, workerId, alone })
  const retention = createRetention(options, retentionDays)
  const records = createJobRecords({ ...runtime, retentionDays })
  const stopAccount = createStopAccount({ ...runtime, openJobs: records.open })
  const reader = createEventReader(store, bus, registry, { ...records, over: over.signal })
  const follower = alone ? undefined : createFollower({ store, bus, read: reader.eventsAfter, log })
  const unhear = processes.hear({
    event: (jobId, id) => follower?.event(jobId, id),
    ending: (n) => worker.abort(n, endedEarly()),
    ended: forget,
    missed: () => void follower?.look().catch(() => {}),
  })

  const unwatch = accounts.users.watch(({ id }) => {
    runtime.accounts.forget(id)
    void runtime.stopAccount(id)
  })

  return {
    jobs: createJobsService({ ...runtime, records, reader, plan: accounts.plan, concurrency }),
    outbox,
    workerId,
    register: (plugin, kit, state) => registerJobs(registry, plugin, kit, state),
    createStreams: (recheck) => createStreams({ records, reader, events: bus, log, recheck }),
    async start({ crashed = false, predecessor } = {}) {
      await worker.start({ crashed, predecessor })
      retention.start()
    },
    async stop() {
      stopping.abort()
      unwatch()
      const swept = retention.close()
      await worker.stop()
      setTimeout(() => over.abort(), alone ? 0 : ELSEWHERE).unref?.()
      await Promise.all([...cleaning, swept])
      await outbox.close()
      unhear()
      follower?.close()
      await processes.close()
      await queue.close()
    },
  }
}
