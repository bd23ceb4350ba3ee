import type { Account } from '../../contracts/account.ts'
import type { StartOptions } from '../../contracts/jobs.ts'
import type { Credits } from '../../credits/credits.ts'
import { ApiError } from '../../errors.ts'
import { newId } from '../../id.ts'
import type { Plan } from '../../plans/plans.ts'
import type { Tx } from '../../store/index.ts'
import type { JobMetrics } from '../metrics.ts'
import type { RegisteredJob } from '../registry.ts'
import { type SchedulePorts, saveJob, scheduleJob } from '../scheduling/schedule.ts'
import { priorityNumber } from '../store/job-row.ts'
import { addInput, addJob, countOpen, findExclusive, NEW_JOB, type NewJob } from '../store/job-statements.ts'
import { sealValue } from '../store/secrets.ts'
import type { JobRow } from '../store/tables.ts'
import { type AddItemsPorts, addItems } from './add-items.ts'

/** Items of a job at once, and attempts at an item, unless its definition says otherwise. */
const PARALLEL = 3
const MAX_ATTEMPTS = 3
/** Seconds after which a refused job may be sent again: some job may have ended by then. */
const RETRY_AFTER = 5

export interface StartPorts extends AddItemsPorts, SchedulePorts {
  credits: Credits
  metrics: JobMetrics
}

/** For whom a job is made, and with what. */
export interface NewJobRequest {
  account: Account
  plan: Plan
  input: unknown
  options: StartOptions
}

/**
 * Makes a job: its hold, its row and its items. Throws 402 `insufficient_credits`, 429 `rate_limited`, 409 `conflict`.
 */
export async function startJob(
  ports: StartPorts,
  tx: Tx,
  registered: RegisteredJob,
  { account, plan, input, options }: NewJobRequest,
): Promise<JobRow> {
  const { definition } = registered
  const { millicredits, idempotency, runAt, exclusive, also } = options
  const now = ports.clock.now()
  const beginsNow = runAt === undefined || runAt <= now
  if (beginsNow) {
    if (exclusive !== undefined) await checkExclusive(tx, exclusive, now)
    await checkConcurrency(tx, registered, account, plan, now)
  }
  const row = newRow(registered, account, input, options, now)
  const job = (await tx.get(addJob, ...NEW_JOB.map((name) => row[name]))) as JobRow
  const stored = sealValue(definition.input, input, ports.sealer, job.id)
  await tx.run(addInput, job.n, stored.value, stored.secrets)
  await addItems(ports, tx, job, registered, definition.seed(input))
  if (job.total === 0) throw new Error(`A job of ${definition.name} was started without an item`)
  if (beginsNow) {
    await ports.credits.within(tx).hold(account.id, job.id, millicredits)
    job.activated = 1
    await scheduleJob(ports, tx, job)
  } else {
    job.wake_at = runAt
  }
  await saveJob(ports, tx, job)
  await idempotency?.keep(tx, job.id)
  await also?.(tx, job.id)
  tx.after(() => ports.metrics.jobStarted(definition.name))
  return job
}

function newRow(
  { definition, type }: RegisteredJob,
  account: Account,
  input: unknown,
  { millicredits, priority, runAt, webhook, exclusive }: StartOptions,
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
    spacing: definition.spacing?.(input) ?? 0,
    max_attempts: definition.maxAttempts?.(input) ?? MAX_ATTEMPTS,
    item_limit: definition.limit?.(input) ?? null,
    estimate: millicredits,
    exclusive: exclusive ?? null,
    webhook: webhook === undefined ? null : JSON.stringify(webhook),
    created_at: now,
    run_at: runAt ?? null,
  }
}

/** Throws 409 `conflict` while a job of this name is under way. */
async function checkExclusive(tx: Tx, name: string, now: number) {
  if ((await tx.all(findExclusive, name, now)).length > 0)
    throw new ApiError(409, 'conflict', 'This is running already; wait for it to end')
}

async function checkConcurrency(
  tx: Tx,
  { type, definition }: RegisteredJob,
  account: Account,
  plan: Plan,
  now: number,
) {
  const limit = definition.maxConcurrentJobs?.(plan) ?? null
  if (limit === null) return
  const count = Number((await tx.get(countOpen, account.id, definition.name))?.count ?? 0)
  if (count < limit) return
  const resetTime = new Date(now + RETRY_AFTER * 1000).toISOString()
  throw new ApiError(
    429,
    'rate_limited',
    `The plan ${account.plan} allows ${limit} jobs of this kind (${type}) at once; wait for one to end, or cancel one`,
    { retryAfter: RETRY_AFTER, limit, remaining: 0, resetTime },
    { retryAfter: RETRY_AFTER },
  )
}
