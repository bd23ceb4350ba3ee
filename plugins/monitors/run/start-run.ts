import { type Account, isApiError, type JobKeeper, type Kit, newId, type Tx } from 'weirjs'
import type { MonitorsContext } from '../context.ts'
import type { MonitorRow } from '../store/tables.ts'
import { recordFailure } from './record-failure.ts'
import { runJob } from './run-job.ts'

/** Errors that fail a run before it has a job. An upgrade may have made stored options invalid. */
const FAILURES: ReadonlySet<string> = new Set(['insufficient_credits', 'invalid_options', 'invalid_request'])

/** A run that was started, or that failed before it had a job, such as for lack of credits. */
export interface StartedRun {
  runId: string
  jobId: string | null
}

export interface StartOptions {
  /** Called in the same transaction, before the run begins. If false, it does not begin. */
  before?(tx: Tx): Promise<boolean>
  idempotency?: JobKeeper
}

/**
 * Starts a run of a monitor. Without enough credits or valid options it is recorded as failed. Throws 409
 * `conflict` while another one runs. Undefined if `before` returned false.
 */
export async function startRun(
  kit: Kit,
  context: MonitorsContext,
  { row, account }: { row: MonitorRow; account: Account },
  { before, idempotency }: StartOptions = {},
): Promise<StartedRun | undefined> {
  const { store, jobs, clock } = kit
  if (idempotency?.jobId !== undefined) {
    const { run } = (await jobs.input(account.id, idempotency.jobId)) as { run: string }
    return { runId: run, jobId: idempotency.jobId }
  }
  const runId = newId('run', clock.now())
  const input = { monitor: row.id, run: runId, url: row.url }
  try {
    const { priority } = context.settings(row).page
    const millicredits = context.price(row)
    return await store.write(async (tx) => {
      if (before && !(await before(tx))) return undefined
      const started = await jobs.start(runJob, account, input, {
        millicredits,
        priority,
        idempotency,
        exclusive: row.id,
        tx,
        also: (own, job) => context.monitors.change(own, row, { job }),
      })
      return { runId, jobId: started.id }
    })
  } catch (error) {
    if (!isApiError(error) || !FAILURES.has(error.code)) throw error
    return store.write(async (tx) => {
      const found = await context.monitors.hold(tx, row.id)
      if (before && !(await before(tx))) return undefined
      if (found) await recordFailure(tx, kit, context, { row: found, run: runId, job: null, error })
      return { runId, jobId: null }
    })
  }
}
