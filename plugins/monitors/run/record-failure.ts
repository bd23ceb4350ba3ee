import { type ApiError, type Kit, newId, type Tx } from 'weirjs'
import type { MonitorsContext } from '../context.ts'
import type { MonitorRow } from '../store/tables.ts'
import { noticeOf } from './notice.ts'

/** Consecutive failures from which on a monitor counts as failing. Source: decisions 11.2. */
export const FAILING_AFTER = 5

/** Which consecutive failures lead to a notice: the first, and the one that makes the monitor `failing`. */
const isTold = (failures: number) => failures === 1 || failures === FAILING_AFTER

export interface FailedRun {
  row: MonitorRow
  run: string
  job: string | null
  error: ApiError
}

/** Records a failed run and writes its notice, in one transaction. */
export async function recordFailure(
  tx: Tx,
  kit: Pick<Kit, 'clock' | 'origin'>,
  { monitors, runs, notifiers, open }: Pick<MonitorsContext, 'monitors' | 'runs' | 'notifiers' | 'open'>,
  { row, run, job, error: { code, message, details } }: FailedRun,
): Promise<void> {
  const now = kit.clock.now()
  const error = { code, message, details }
  const { statusCode } = details
  await runs.add(tx, {
    id: run,
    monitor: row.id,
    account: row.account,
    job,
    status: 'failed',
    checked_at: now,
    status_code: typeof statusCode === 'number' ? statusCode : null,
    changed_share: null,
    added_lines: 0,
    removed_lines: 0,
    diff: null,
    snapshot: null,
    files: [],
    used: 0,
    error,
  })
  const failures = row.failures + 1
  await monitors.change(tx, row, { failures, last_run: now })
  if (!isTold(failures)) return
  const notice = noticeOf(row, { id: newId('ntc', now), event: 'monitor.failed', at: now, origin: kit.origin(), error })
  await notifiers.leave(tx, open(row)?.notifications ?? {}, notice)
}
