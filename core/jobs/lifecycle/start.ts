import type { Account } from '../../contracts/account.ts'
import type { Millicredits } from '../../credits/credits.ts'
import { ApiError } from '../../errors.ts'
import { newId } from '../../id.ts'
import type { Plan } from '../../plans/plans.ts'
import type { Priority } from '../../priority.ts'
import { statement, type Tx } from '../../store/index.ts'
import { closeValue } from '../store/secrets.ts'
import type { JobRow } from '../store/tables.ts'
import { addItems } from './add-items.ts'
import { type Kind, type Machine, makeReady, rankOf, saveJob } from './runtime.ts'

/** Where a job-starting request keeps that it has started one, so that its repetition starts no other. */
export interface JobKeeper {
  /** The job that an earlier request of this key has started. */
  readonly jobId: string | undefined
  keep(tx: Tx, jobId: string): Promise<void>
}

/** Whom to tell when the job has ended. */
export interface JobWebhook {
  url: string
  /** `job.completed`, `job.failed`; default both. */
  events?: readonly string[]
}

export interface StartOptions {
  /** Held until the job has ended; with `runAt` from when it falls due. */
  millicredits: Millicredits
  /** Orders the account's own work. */
  priority: Priority
  /** The context's, where the request has an `Idempotency-Key`: kept in the job's own transaction. */
  idempotency?: JobKeeper
  /** Epoch milliseconds at which it begins. */
  runAt?: number
  webhook?: JobWebhook
  /**
   * While a job of this name is due or running, another is refused with 409 `conflict`. One that is to run later does
   * not count.
   */
  exclusive?: string
  /** The transaction to be part of. Default: one of its own. */
  tx?: Tx
  /** The caller's own rows, in the same transaction. */
  also?(tx: Tx, jobId: string): Promise<void>
}

/** Items of a job at once, and tries of an item, unless its kind says otherwise. */
const PARALLEL = 3
const ATTEMPTS = 3
/** Seconds after which a refused job may be sent again: some job may have ended by then. */
const TRY_AGAIN = 5

/** The columns of a new job that have no default, in the order of `addJob`. */
const NEW = [
  'id',
  'account',
  'kind',
  'type',
  'status',
  'rank',
  'parallel',
  'spacing',
  'attempts',
  'most',
  'estimate',
  'exclusive',
  'webhook',
  'created_at',
  'run_at',
] as const
type NewJob = Pick<JobRow, (typeof NEW)[number]>

const addJob = statement<unknown[], JobRow>((db, values) =>
  db
    .insertInto('jobs')
    .values(Object.fromEntries(NEW.map((name, i) => [name, values[i]])))
    .returningAll(),
)

const addInput = statement<[job: number, input: string, secrets: string | null], never>((db, [job, input, secrets]) =>
  db.insertInto('job_inputs').values({ job, input, secrets }),
)

/**
 * Makes a job: its hold, its row and its items. Throws 402 `insufficient_credits`, 429 `rate_limited`, 409 `conflict`.
 */
export async function startJob(
  machine: Machine,
  tx: Tx,
  kind: Kind,
  account: Account,
  plan: Plan,
  input: unknown,
  { millicredits, priority, idempotency, runAt, webhook, exclusive, also }: StartOptions,
): Promise<JobRow> {
  const { job: definition, type } = kind
  const now = machine.clock.now()
  const due = runAt === undefined || runAt <= now
  if (exclusive !== undefined && due) await checkExclusive(machine, tx, exclusive, now)
  await checkAtOnce(machine, tx, kind, account, definition.atOnce?.(plan) ?? null, now)
  const row: NewJob = {
    id: newId('job', now),
    account: account.id,
    kind: definition.name,
    type,
    status: 'queued',
    rank: rankOf(priority),
    parallel: definition.parallel?.(input) ?? PARALLEL,
    spacing: definition.spacing?.(input) ?? 0,
    attempts: definition.attempts?.(input) ?? ATTEMPTS,
    most: definition.limit?.(input) ?? null,
    estimate: millicredits,
    exclusive: exclusive ?? null,
    webhook: webhook === undefined ? null : JSON.stringify(webhook),
    created_at: now,
    run_at: runAt ?? null,
  }
  const job = (await tx.get(addJob, ...NEW.map((name) => row[name]))) as JobRow
  const stored = closeValue(definition.input, input, machine.sealer, job.id)
  await tx.run(addInput, job.n, stored.value, stored.secrets)
  await addItems(machine, tx, job, kind, definition.seed(input))
  if (job.total === 0) throw new Error(`A job of ${definition.name} was started without an item`)
  if (due) {
    await machine.credits.within(tx).hold(account.id, job.id, millicredits)
    job.due = 1
    await makeReady(machine, tx, job)
  } else {
    job.wake_at = runAt
  }
  await saveJob(machine, tx, job)
  await idempotency?.keep(tx, job.id)
  await also?.(tx, job.id)
  tx.after(() => machine.measures.jobStarted(definition.name))
  return job
}

/** Throws 409 `conflict` while a job of this name is due or running. */
async function checkExclusive({ books }: Machine, tx: Tx, name: string, now: number) {
  if ((await tx.all(books.findExclusive, name, now)).length > 0)
    throw new ApiError(409, 'conflict', 'This is running already; wait for it to end')
}

async function checkAtOnce(
  { books }: Machine,
  tx: Tx,
  { type, job: { name } }: Kind,
  account: Account,
  limit: number | null,
  now: number,
) {
  if (limit === null) return
  const count = Number((await tx.get(books.countOpen, account.id, name))?.count ?? 0)
  if (count < limit) return
  const resetTime = new Date(now + TRY_AGAIN * 1000).toISOString()
  throw new ApiError(
    429,
    'rate_limited',
    `The plan ${account.plan} allows ${limit} jobs of this kind (${type}) at once; wait for one to end, or cancel one`,
    { retryAfter: TRY_AGAIN, limit, remaining: 0, resetTime },
    { retryAfter: TRY_AGAIN },
  )
}
