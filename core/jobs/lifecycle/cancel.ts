import type { JobError } from '../../contracts/jobs/job-record.ts'
import { ApiError, isApiError } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'
import type { Processes } from '../events/processes.ts'
import type { LockedJob } from '../locked-job.ts'
import { saveJob } from '../scheduling/schedule.ts'
import { isTaken } from '../store/job-row.ts'
import { packResult } from '../store/pack-result.ts'
import { storeResult } from '../store/results.ts'
import type { ClaimedRow } from '../store/statements/claims.ts'
import { endItem, pendingItems } from '../store/statements/items.ts'
import { lockJob } from '../store/statements/jobs.ts'
import { FINISH, type JobRow, State } from '../store/tables.ts'
import { unloadedJob } from '../unloaded-job.ts'
import { type EndJobPorts, endIfDone } from './end-job.ts'
import { createWork, type WorkPorts } from './work.ts'

/** Items that are cancelled in one transaction. Other writers wait for it. */
const BATCH = 200
/** Milliseconds before a retry when the store could not be written. */
const RETRY = 2_000

export interface CancelPorts extends EndJobPorts, Omit<WorkPorts, 'accounts'> {
  store: Store
  log: Log
  /** Aborts the items of a job that this process runs. */
  abort(job: number, reason: Error): void
  /** Makes the other processes do the same. */
  processes: Pick<Processes, 'tellEnding'>
}

export const toJobError = ({ code, message, details }: ApiError): JobError => ({ code, message, details })

/** Cancels a job in a transaction that has locked its row. An ended or ending job stays as it is. */
export async function cancelJob(ports: CancelPorts, tx: Tx, job: JobRow): Promise<JobRow> {
  if (job.ended_at !== null || job.ending !== null) return job
  const locked = { tx, job, registered: ports.registry.get(job.kind) ?? unloadedJob(job.kind) }
  await beginEnding(ports, locked, { status: 'cancelled' })
  await endIfDone(ports, locked)
  saveJob(ports, tx, job)
  return job
}

/** The reason with which the running items of a job are aborted. */
export const endedEarly = () => new ApiError('cancelled', 'The job is being ended')

/** Starts to end a job early: pending items are cancelled now, running ones are aborted. */
export async function beginEnding(
  ports: CancelPorts,
  locked: LockedJob,
  { status, error = null }: { status: NonNullable<JobRow['ending']>; error?: JobError | null },
) {
  const { tx, job } = locked
  job.ending = status
  job.error = error === null ? null : JSON.stringify(error)
  job.ready = 0
  job.wake_at = null
  tx.after(() => ports.abort(job.n, endedEarly()))
  await ports.processes.tellEnding(tx, job.n)
  await cancelPending(ports, locked, -1)
}

/** Cancels a batch of a job's pending items; where more are left, the next batch follows on its own. */
async function cancelPending(ports: CancelPorts, locked: LockedJob, after: number) {
  const { tx, job } = locked
  const items = await tx.all(pendingItems, job.n, after, BATCH)
  for (const item of items) await cancelItem(ports, locked, item, !isTaken(job))
  if (items.length === BATCH) tx.after(() => void continueEnding(ports, job.n, items.at(-1)!.seq))
}

/** Continues to end a job. Retried while the store cannot be written, and after the next start. */
export async function continueEnding(ports: CancelPorts, n: number, after = -1): Promise<void> {
  try {
    await ports.store.write(
      async (tx) => {
        const job = await tx.get(lockJob, n)
        if (!job || job.ended_at !== null || job.ending === null) return
        const locked = { tx, job, registered: ports.registry.get(job.kind) ?? unloadedJob(job.kind) }
        await cancelPending(ports, locked, after)
        await endIfDone(ports, locked)
        saveJob(ports, tx, job)
      },
      { reserved: true },
    )
  } catch (error) {
    ports.log.warn('A job could not be ended yet', { cause: describeError(error) })
    if (isApiError(error)) setTimeout(() => void continueEnding(ports, n, after), RETRY).unref?.()
  }
}

/** Why an item is cancelled: its job was cancelled, or the account lacks the credits. */
function reasonOf(job: JobRow): ApiError {
  if (job.activated === 0 && job.error !== null) {
    const { code, message, details } = JSON.parse(job.error) as JobError
    return new ApiError(code, message, details)
  }
  return new ApiError('cancelled', 'The job was ended before this was done')
}

/**
 * Cancels an item. It sends no event of its own: the job's last event covers it. `isTold`: whether it is a result of
 * the job; an item that the job would not have run is none.
 */
export async function cancelItem(ports: CancelPorts, locked: LockedJob, item: ClaimedRow, isTold = true) {
  const { tx, job } = locked
  const error = reasonOf(job)
  const isCancelled = error.code === 'cancelled'
  if (item.seq !== FINISH) {
    if (isCancelled) job.cancelled++
    else job.failed++
    tx.after(() => ports.metrics.itemEnded(job.kind, isCancelled ? 'cancelled' : 'failed'))
  }
  endWithoutEvent(locked, item, isCancelled ? State.cancelled : State.failed)
  if (isTold) await storeFailure(ports, locked, item, error)
}

/** Writes the end of an item that has no event of its own. `used`: what was charged for it, in millicredits. */
export const endWithoutEvent = ({ tx, job }: LockedJob, { seq }: ClaimedRow, state: State, used = 0) =>
  tx.batch(endItem, state, used, null, 0, 0, 0, job.n, seq)

/** Stores the result that the job's definition gives for a failed item, if any. */
export async function storeFailure(
  ports: WorkPorts & { log: Log },
  locked: LockedJob,
  item: ClaimedRow,
  error: ApiError,
) {
  const { tx, job, registered } = locked
  const { failed, name } = registered.definition
  if (!failed || item.seq === FINISH) return
  let result: unknown
  try {
    const { kit, state } = registered
    result = await failed(error, await createWork(ports, job, item, AbortSignal.abort(error)), tx, kit, state)
  } catch (cause) {
    // The item has to end all the same. If the store itself failed, the transaction accepts nothing more anyway.
    ports.log.error(`${name} could not say what became of a failed item`, { cause: describeError(cause) })
  }
  if (result !== undefined) storeResult(locked, item.seq, await packResult(result))
}
