import type { Account, Accounts } from '../accounts.ts'
import type { Admission } from '../auth/index.ts'
import type { Clock } from '../clock.ts'
import type { Credits } from '../credits.ts'
import { ApiError, notFound } from '../errors.ts'
import type { Files } from '../files.ts'
import { describeError, type Log } from '../log.ts'
import type { Kit, Plugin } from '../plugin.ts'
import type { Store, Tx } from '../store/index.ts'
import { createBooks } from './books.ts'
import { createDurations, timeFor } from './durations.ts'
import { beginEnding, endIfDone, tidy } from './end.ts'
import { createFeed } from './feed.ts'
import { createHosts, type Pace } from './hosts.ts'
import type { AnyJob, JobEvent, JobRecord, JobStatus } from './job.ts'
import { type JobMeasures, type Kind, type Machine, type Owner, saveJob } from './machine.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createReader } from './read.ts'
import type { ResultEntry } from './results.ts'
import { openValue, type Sealer } from './secrets.ts'
import { type StartOptions, startJob } from './start.ts'
import { createStreams, type OpenStreams } from './streams.ts'
import { createSweep } from './sweep.ts'
import { FINISH, type JobRow } from './tables.ts'
import { createMemoryTurns, type Turns } from './turns.ts'
import { createTurnstile } from './turnstile.ts'
import { createOnce, createReports, createWork } from './work.ts'
import { Worker } from './worker.ts'

/** Which jobs of an account to list. */
export interface JobFilter {
  /** As the API calls it. */
  status?: string
  type?: string
  limit: number
  /** The `nextCursor` of the page before. */
  cursor?: string
}

/** An account's jobs, counted. */
export interface JobCounts {
  byStatus: Readonly<Record<JobStatus, number>>
  /** Milliseconds from the beginning to the end of those that ended lately; 0 where there are none. */
  averageTime: number
  /** Milliseconds that the job has waited which waits longest; 0 where none does. */
  longestWait: number
}

/** Jobs: starting, reading and ending them. Ids of other accounts are unknown ids: 404 `not_found`. */
export interface Jobs {
  /**
   * Makes a job: its hold, its row, its items and the key of a repeated request in one transaction. Throws ApiError
   * `insufficient_credits` (402), `rate_limited` (429, by the kind's `atOnce`), `conflict` (409, by `exclusive`).
   */
  start<J extends AnyJob>(job: J, account: Account, input: InputOf<J>, options: StartOptions): Promise<JobRecord>
  get(accountId: string, jobId: string): Promise<JobRecord>
  /** Newest first. Without an account: those of all. */
  list(accountId: string | undefined, filter: JobFilter): Promise<{ jobs: JobRecord[]; nextCursor: string | null }>
  count(accountId: string | undefined): Promise<JobCounts>
  /** Ends a job: what has not begun now, what is under way as soon as it can. One that has ended stays as it is. */
  cancel(accountId: string, jobId: string): Promise<JobRecord>
  /** What the job was started with, without its secrets once it has ended. */
  input(accountId: string, jobId: string): Promise<unknown>
  /** Results in order, also while the job runs, from behind the position `after`. */
  results(accountId: string, jobId: string, page: { after?: number; limit: number }): Promise<ResultEntry[]>
  /** Events after the one with this id, as they come, until the job has ended. */
  events(accountId: string, jobId: string, after: number, signal?: AbortSignal): AsyncIterable<JobEvent>
  /** Waits until the job has ended, at most so many milliseconds, and gives it as it is then. */
  ended(accountId: string, jobId: string, milliseconds: number, signal?: AbortSignal): Promise<JobRecord>
  /** Milliseconds that a job is thought to take, from what was measured. */
  expect<J extends AnyJob>(job: J, input: InputOf<J>, items: number): number
  /** Changes how a host is treated, by all jobs. */
  pace(host: string, pace: Pace): Promise<void>
}
type InputOf<J extends AnyJob> = Parameters<J['seed']>[0]

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
  /** Takes in the kinds of jobs of a plugin. Throws an Error for a name that is taken or is not the plugin's. */
  register(plugin: Plugin, kit: Kit): void
  /** Streams of events; `recheck` throws when a request's credential no longer lets it read. */
  createStreams(recheck: (request: Request, wanted: Admission) => Promise<void>): OpenStreams
  /** Takes over what was under way, and begins to work. After all plugins have been registered. */
  start(): Promise<void>
  /** Begins nothing more, and gives what is under way a few seconds. */
  stop(): Promise<void>
}

/** Milliseconds for which an account's plan and status are not asked for again; changes in this process act at once. */
const OWNER_KNOWN = 5_000
/** Jobs whose input is kept at hand. */
const INPUTS_KEPT = 200

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

  const inputs = new Map<number, Promise<unknown>>()
  const readInput = async ({ n, id }: Pick<JobRow, 'n' | 'id'>): Promise<unknown> => {
    const row = await store.get(books.readInput, n)
    if (!row) throw new Error(`Job ${id} has no input`)
    return openValue({ value: row.input, secrets: row.secrets }, sealer, id)
  }
  const inputOf = (job: Pick<JobRow, 'n' | 'id'>): Promise<unknown> => {
    const { n } = job
    const known = inputs.get(n)
    if (known) return known
    const input = readInput(job)
    inputs.set(n, input)
    input.catch(() => inputs.delete(n))
    for (const oldest of inputs.keys()) {
      if (inputs.size <= INPUTS_KEPT) break
      inputs.delete(oldest)
    }
    return input
  }

  const owners = new Map<string, { owner: Owner; until: number }>()
  const ownerOf = async (accountId: string): Promise<Owner> => {
    const known = owners.get(accountId)
    if (known && known.until > performance.now()) return known.owner
    const user = await accounts.users.get(accountId)
    const gone = { id: accountId, email: '', plan: 'free', role: 'user' } as const
    const { id, email, plan, role } = user ?? gone
    const found = {
      account: { id, email, plan, role },
      active: user?.status === 'active',
      weight: accounts.plans[plan].weight,
    }
    owners.set(accountId, { owner: found, until: performance.now() + OWNER_KNOWN })
    return found
  }

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
    measures: parts.measures ?? { jobStarted() {}, jobEnded() {}, itemEnded() {} },
    ownerOf,
    async workOf(job, item, signal) {
      const [{ account }, input] = await Promise.all([ownerOf(job.account), inputOf(job)])
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
      inputs.delete(n)
      reports.forget(n)
      worker.forget(n)
      tidy(store, n).catch((error) =>
        log.warn('What a job leaves behind could not be deleted yet', { cause: describeError(error) }),
      )
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

  /** A suspended account's jobs stop; one that is active again goes on with what came after. */
  const onUser = async (id: string, active: boolean) => {
    owners.delete(id)
    if (!active) {
      for (const n of await reader.open(id)) {
        await store.write(async (tx) => {
          const row = await tx.get(books.lockJob, n)
          if (row && kinds.has(row.kind)) await endNow(tx, row)
        })
      }
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
    input: async (accountId, jobId) => readInput(await reader.find(accountId, jobId)),
    results: reader.results,
    events: reader.events,
    ended: reader.ended,
    expect(definition, input, items) {
      const item = machine.durations.of(definition.name)
      const parallel = Math.min(definition.parallel?.(input) ?? 3, concurrency)
      return timeFor(items, { item, parallel, spacing: definition.spacing?.(input) ?? 0 })
    },
    pace: (host, pace) => store.write((tx) => machine.hosts.pace(tx, host, pace), { durable: false }),
  }

  return {
    jobs,
    outbox,
    register(plugin, kit) {
      for (const job of plugin.jobs ?? []) {
        const [prefix, verb] = job.name.split('.')
        if (prefix !== plugin.name || !verb)
          throw new Error(`Plugin ${plugin.name}: the job ${job.name} must be called ${plugin.name}.<verb>`)
        if (kinds.has(job.name)) throw new Error(`Plugin ${plugin.name}: it has two jobs called ${job.name}`)
        const failure = plugin.errors?.failure ?? 'internal_error'
        const type = job.type ?? plugin.name
        const endpoint = plugin.permissions?.includes(type) ? type : plugin.name
        kinds.set(job.name, { job, type, endpoint, kit, failure })
      }
    },
    createStreams: (recheck) => createStreams({ reader, feed, log, recheck }),
    async start() {
      unwatch = accounts.users.watch(({ id, status }) => {
        onUser(id, status === 'active').catch((error) =>
          log.error("A suspended account's jobs could not be stopped", { account: id, cause: describeError(error) }),
        )
      })
      await worker.start()
      sweep.start()
    },
    async stop() {
      unwatch?.()
      sweep.stop()
      await worker.stop()
      await outbox.close()
    },
  }
}

const notConfigured = (kind: string) =>
  new ApiError(501, 'not_configured', `Jobs of the kind ${kind} need a plugin that is not enabled`, {
    plugin: kind.split('.')[0],
  })
