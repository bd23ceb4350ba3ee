import { isoTime } from '../../clock.ts'
import type { Account } from '../../contracts/account.ts'
import type { StartOptions } from '../../contracts/jobs/job-start.ts'
import type { Plan } from '../../contracts/plan.ts'
import { ApiError } from '../../errors.ts'
import { newId } from '../../id.ts'
import type { Tx } from '../../store/index.ts'
import type { LockedJob } from '../locked-job.ts'
import type { JobMetrics } from '../metrics.ts'
import type { RegisteredJob } from '../registry.ts'
import { type SchedulePorts, saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { priorityNumber } from '../store/job-row.ts'
import { sealValue } from '../store/secrets.ts'
import { addInput, addJob, countOpen, findExclusive, NEW_JOB, type NewJob, setRunAt } from '../store/statements/jobs.ts'
import type { JobRow } from '../store/tables.ts'
import { ItemSource } from './item-source.ts'
import { BATCH, type SeedPorts, seedBatch, seedRest } from './seed.ts'

/** Items of a job that run at once, and attempts at an item, unless the definition says otherwise. */
export const PARALLEL = 3
const MAX_ATTEMPTS = 3
/** Seconds after which a refused job may be sent again, as another may have ended by then. */
const RETRY_AFTER = 5

export interface StartPorts extends SeedPorts, SchedulePorts {
  metrics: JobMetrics
}

/** A job to be created, and for whom. */
export interface NewJobRequest {
  account: Account
  plan: Plan
  input: unknown
  options: StartOptions
}

/**
 * Creates a job: its hold, its row and its items, in one transaction if these are few. Throws 402
 * `insufficient_credits`, 429 `rate_limited`, 409 `conflict`.
 */
export async function startJob(ports: StartPorts, registered: RegisteredJob, request: NewJobRequest): Promise<JobRow> {
  const { store } = ports
  const { input, options } = request
  const source = new ItemSource(options.items ?? registered.definition.seed(input))
  const accept = (locked: LockedJob) => acceptJob(ports, locked, options)
  const begin = async (tx: Tx, isWhole = false) => {
    const job = await insertJob(ports, tx, registered, request)
    const locked = { tx, job, registered }
    do await seedBatch(ports, locked, source)
    while (isWhole && !source.isEmpty)
    return source.isEmpty ? accept(locked) : job
  }
  try {
    if (options.tx) return await begin(options.tx, true)
    // Items that are read asynchronously are awaited before the transaction.
    await source.peek(BATCH)
    const job = await store.write(
      (tx) => {
        source.rewind()
        return begin(tx)
      },
      { durable: source.fitsIn(BATCH) },
    )
    source.commit()
    return source.isEmpty ? job : await seedRest(ports, job, registered, source, accept)
  } finally {
    await source.close()
  }
}

/** Creates the row of a job, its input and its hold. */
async function insertJob(
  ports: StartPorts,
  tx: Tx,
  registered: RegisteredJob,
  { account, plan, input, options }: NewJobRequest,
): Promise<JobRow> {
  const now = ports.clock.now()
  const row = newRow(registered, account, input, options, now)
  const beginsNow = !isLater(options, now)
  if (beginsNow) {
    if (options.exclusive !== undefined) await checkExclusive(tx, options.exclusive, now)
    await checkConcurrency(tx, registered, account, plan, now)
  }
  const job = (await tx.get(addJob, ...NEW_JOB.map((name) => row[name]))) as JobRow
  const stored = sealValue(registered.definition.input, input, ports.sealer, job.id)
  await tx.run(addInput, job.n, stored.value, stored.secrets)
  if (beginsNow) await ports.credits.within(tx).hold(account.id, job.id, options.millicredits)
  return job
}

/** Activates or schedules a job that has all its items. */
async function acceptJob(
  ports: StartPorts,
  { tx, job, registered: { definition } }: LockedJob,
  options: StartOptions,
): Promise<JobRow> {
  if (job.total === 0) throw new Error(`A job of ${definition.name} was started without an item`)
  const { runAt, idempotency, also } = options
  if (runAt !== undefined) {
    job.run_at = runAt
    await tx.run(setRunAt, runAt, job.n)
  }
  if (isLater(options, job.created_at)) job.wake_at = runAt!
  else {
    job.activated = 1
    job.wake_at = null
    await scheduleJob(ports, tx, job)
  }
  saveJob(ports, tx, job)
  await idempotency?.keep(tx, job.id)
  await also?.(tx, job.id)
  tx.after(() => ports.metrics.jobStarted(definition.name))
  return job
}

const isLater = ({ runAt }: StartOptions, now: number) => runAt !== undefined && runAt > now

function newRow(
  { definition, type }: RegisteredJob,
  account: Account,
  input: unknown,
  { millicredits, priority, webhook, exclusive }: StartOptions,
  now: number,
): NewJob {
  return {
    id: newId('job', now),
    account: account.id,
    kind: definition.name,
    type,
    status: 'queued',
    priority: priorityNumber(priority),
    parallel: definition.parallel?.(input) ?? PARALLEL,
    spacing: Math.ceil(definition.spacing?.(input) ?? 0),
    max_attempts: definition.maxAttempts?.(input) ?? MAX_ATTEMPTS,
    item_limit: definition.limit?.(input) ?? null,
    estimate: millicredits,
    exclusive: exclusive ?? null,
    webhook: webhook === undefined ? null : JSON.stringify(webhook),
    created_at: now,
  }
}

/** Throws 409 `conflict` while a job with this name runs. */
async function checkExclusive(tx: Tx, name: string, now: number) {
  await tx.lock(name)
  if ((await tx.all(findExclusive, name, now)).length > 0)
    throw new ApiError('conflict', 'This is already running; wait for it to end')
}

/** Whether the account already runs as many such jobs as it may. */
export async function isAtLimit(
  tx: Tx,
  { definition }: RegisteredJob,
  accountId: string,
  plan: Plan,
): Promise<boolean> {
  const limit = definition.maxConcurrentJobs?.(plan) ?? null
  if (limit === null) return false
  await tx.lock(`${definition.name} ${accountId}`)
  return Number((await tx.get(countOpen, accountId, definition.name))?.count ?? 0) >= limit
}

async function checkConcurrency(tx: Tx, registered: RegisteredJob, account: Account, plan: Plan, now: number) {
  if (!(await isAtLimit(tx, registered, account.id, plan))) return
  const limit = registered.definition.maxConcurrentJobs?.(plan)
  const resetTime = isoTime(now + RETRY_AFTER * 1000)
  const jobs = `jobs of this kind (${registered.type})`
  throw new ApiError(
    'rate_limited',
    `The ${account.plan} plan allows ${limit} ${jobs} at once; wait for one to end, or cancel one`,
    { retryAfter: RETRY_AFTER, limit, remaining: 0, resetTime },
    { retryAfter: RETRY_AFTER },
  )
}
