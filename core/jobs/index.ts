import type { Admission } from '../auth/index.ts'
import type { Clock } from '../clock.ts'
import { SettingError } from '../config.ts'
import type { Accounts, User } from '../contracts/accounts.ts'
import type { Jobs } from '../contracts/jobs.ts'
import type { Kit, Plugin } from '../contracts/plugin.ts'
import type { Credits } from '../credits/credits.ts'
import { ApiError, notFound } from '../errors.ts'
import type { Files } from '../files/files.ts'
import { describeError, type Log } from '../log.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import type { Store, Tx } from '../store/index.ts'
import { createFeed } from './events/event-bus.ts'
import { createReader } from './events/reader.ts'
import { createStreams, type OpenStreams } from './events/streams.ts'
import { beginEnding, endIfDone, tidy } from './lifecycle/end.ts'
import { type JobMeasures, type Kind, type Machine, saveJob } from './lifecycle/runtime.ts'
import { startJob } from './lifecycle/start.ts'
import { createOwners } from './scheduling/accounts.ts'
import { createDurations, timeFor } from './scheduling/durations.ts'
import { createMemoryTurns, type Turns } from './scheduling/fair-queue.ts'
import { createHosts } from './scheduling/host-limits.ts'
import { createInputs } from './store/inputs.ts'
import { createSeen } from './store/known-keys.ts'
import { createSweep } from './store/retention.ts'
import { openValue, type Sealer } from './store/secrets.ts'
import { createBooks } from './store/statements.ts'
import { FINISH, type JobRow } from './store/tables.ts'
import { createOnce, createReports, createWork } from './worker/work.ts'
import { Worker } from './worker/worker.ts'
import { createTurnstile } from './worker/yield-to-event-loop.ts'

export interface JobsParts {
  store: Store
  credits: Credits
  accounts: Accounts
  files: Files
  clock: Clock
  log: Log
  sealer: Sealer
  /** Items at once in this process. */
  concurrency: number
  /** Days for which ended jobs are kept; 0 keeps them. */
  retentionDays: number
  /** Whether this process alone uses the store, so that whatever is under way at its start is nobody's. */
  alone: boolean
  turns?: Turns
  measures?: JobMeasures
}

/** The machinery, for the server that opens it. */
export interface JobMachinery {
  readonly jobs: Jobs
  readonly outbox: Outbox
  /** Takes in the kinds of jobs of a plugin. Throws SettingError for a name that is taken or is not the plugin's. */
  register(plugin: Plugin, kit: Kit, state?: unknown): void
  /** Streams of events; `recheck` throws when a request's credential no longer lets it read. */
  createStreams(recheck: (request: Request, wanted: Admission) => Promise<void>): OpenStreams
  /**
   * Takes over what was under way, and begins to work. After all plugins have been registered. `crashed`: the process
   * before is known to have ended by itself, perhaps by what it had under way. Default false: it was killed from
   * outside.
   */
  start(options?: { crashed?: boolean }): Promise<void>
  /** Begins nothing more, and gives what is under way a few seconds. */
  stop(): Promise<void>
}

export function createJobs(parts: JobsParts): JobMachinery {
  const { store, credits, accounts, files, clock, log, sealer, concurrency, retentionDays, alone } = parts
  const books = createBooks(store.dialect)
  const kinds = new Map<string, Kind>()
  const reports = createReports()
  const once = createOnce(store)
  const turn = createTurnstile()
  const feed = createFeed()
  const owner = crypto.randomUUID()
  const outbox = createOutbox({ store, clock, log, owner, alone })

  const tidying = new Set<Promise<void>>()
  const inputs = createInputs(store, books, sealer)
  const owners = createOwners(accounts)
  const seen = createSeen()

  const machine: Machine = {
    store,
    books,
    credits,
    files,
    clock,
    log,
    sealer,
    kinds,
    feed,
    outbox,
    turns: parts.turns ?? createMemoryTurns(),
    hosts: createHosts(store.dialect),
    durations: createDurations(),
    seen,
    measures: parts.measures ?? { jobStarted() {}, jobEnded() {}, itemEnded() {} },
    ownerOf: owners.of,
    async workOf(job, item, signal) {
      const [{ account }, input] = await Promise.all([owners.of(job.account), inputs.of(job)])
      const value = item.seq === FINISH ? null : openValue(item, sealer, job.id)
      return createWork(
        { job, attempt: item.attempt },
        { input, item: value, account, signal },
        { reports, once, turn },
      )
    },
    alarm: (at) => worker.alarm(at),
    abort: (job, reason) => worker.abort(job, reason),
    ended(n) {
      inputs.forget(n)
      seen.forget(n)
      reports.forget(n)
      worker.forget(n)
      const tidied = tidy(store, n)
        .catch((error) =>
          log.warn('What a job leaves behind could not be deleted', { job: n, cause: describeError(error) }),
        )
        .finally(() => tidying.delete(tidied))
      tidying.add(tidied)
    },
  }
  const worker = new Worker(machine, { concurrency, owner, alone, reports })
  const sweep = createSweep(machine, retentionDays)
  const reader = createReader(machine, { retentionDays, reports })

  /** Ends a job in a transaction that has its row. */
  const endNow = async (tx: Tx, row: JobRow) => {
    const kind = kinds.get(row.kind)
    if (!kind) throw notConfigured(row.kind)
    if (row.ended_at !== null || row.ending !== null) return row
    await beginEnding(machine, tx, row, kind, { status: 'cancelled' })
    await endIfDone(machine, tx, row, kind)
    await saveJob(machine, tx, row)
    return row
  }

  /** The jobs of a suspended account stop. Source: decisions 2.1. */
  const onUser = async ({ id, status }: User) => {
    owners.forget(id)
    if (status === 'active') return
    for (const n of await reader.open(id)) {
      await store.write(async (tx) => {
        const row = await tx.get(books.lockJob, n)
        if (row && kinds.has(row.kind)) await endNow(tx, row)
      })
    }
  }

  let unwatch: (() => void) | undefined
  const jobs: Jobs = {
    async start(definition, account, input, options) {
      const kind = kinds.get(definition.name)
      if (kind?.job !== definition) throw new Error(`No loaded plugin has the job ${definition.name} in its jobs`)
      if (options.idempotency?.jobId !== undefined) return jobs.get(account.id, options.idempotency.jobId)
      const plan = accounts.plan(account)
      const begin = (tx: Tx) => startJob(machine, tx, kind, account, plan, input, options)
      return reader.toRecord(await (options.tx ? begin(options.tx) : store.write(begin)))
    },
    get: reader.get,
    list: reader.list,
    count: reader.count,
    async cancel(accountId, jobId) {
      const { n } = await reader.find(accountId, jobId)
      const row = await store.write(
        async (tx) => {
          const locked = await tx.get(books.lockJob, n)
          if (!locked) throw notFound('job', jobId)
          return endNow(tx, locked)
        },
        { reserved: true },
      )
      return reader.toRecord(row)
    },
    input: async (accountId, jobId) => inputs.read(await reader.find(accountId, jobId)),
    results: reader.results,
    stored: reader.stored,
    fits: reader.fits,
    events: reader.events,
    ended: reader.ended,
    expect(definition, input, items) {
      const item = machine.durations.of(definition.name)
      const parallel = Math.min(definition.parallel?.(input) ?? 3, concurrency)
      return timeFor(items, { item, parallel, spacing: definition.spacing?.(input) ?? 0 })
    },
    pace: (host, pace) => store.write((tx) => machine.hosts.pace(tx, host, pace), { durable: false, patient: true }),
  }

  return {
    jobs,
    outbox,
    register(plugin, kit, state) {
      for (const job of plugin.jobs ?? []) {
        const [prefix, verb, ...more] = String(job.name).split('.')
        if (prefix !== plugin.name || !verb || more.length > 0)
          throw new SettingError(`Plugin ${plugin.name}: the job ${job.name} must be called ${plugin.name}.<verb>`)
        if (kinds.has(job.name)) throw new SettingError(`Plugin ${plugin.name}: it has two jobs called ${job.name}`)
        const failure = plugin.errors?.failure ?? 'internal_error'
        const type = job.type ?? plugin.name
        const endpoint = plugin.permissions?.includes(type) ? type : plugin.name
        kinds.set(job.name, { job, type, endpoint, kit, state, failure })
      }
    },
    createStreams: (recheck) => createStreams({ reader, feed, log, recheck }),
    async start({ crashed = false } = {}) {
      unwatch = accounts.users.watch((user) => {
        onUser(user).catch((error) =>
          log.error('The jobs of a suspended account did not stop', { account: user.id, cause: describeError(error) }),
        )
      })
      await worker.start(crashed)
      sweep.start()
    },
    async stop() {
      unwatch?.()
      sweep.stop()
      await worker.stop()
      await Promise.all(tidying)
      await outbox.close()
    },
  }
}

const notConfigured = (kind: string) =>
  new ApiError(501, 'not_configured', `Jobs of the kind ${kind} need a plugin that is not enabled`, {
    plugin: kind.split('.')[0],
  })
