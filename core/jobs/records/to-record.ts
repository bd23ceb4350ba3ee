import type { Clock } from '../../clock.ts'
import type { JobRecord } from '../../contracts/jobs/job-record.ts'
import type { ProgressReports } from '../events/progress.ts'
import { type JobRegistry, runningStatus } from '../registry.ts'
import { type Durations, timeFor } from '../scheduling/durations.ts'
import { isScheduled, priorityOf, totalOf } from '../store/job-row.ts'
import type { JobRow } from '../store/tables.ts'

export interface ToRecordPorts {
  clock: Clock
  registry: JobRegistry
  durations: Durations
  progress: ProgressReports
}

/** Converts a job's row to its record, with the progress and durations that this process knows. */
export function createToRecord({ clock, registry, durations, progress }: ToRecordPorts): (row: JobRow) => JobRecord {
  const timeLeft = (row: JobRow): number | null => {
    if (row.ended_at !== null) return 0
    const done = row.succeeded + row.failed
    const left = totalOf(row) - done
    if (row.started_at !== null && done > 0) {
      // The clock may have been set back since.
      const took = Math.max(0, clock.now() - row.started_at)
      return Math.round((took / done) * left)
    }
    const wait = isScheduled(row) ? Math.max(0, row.run_at! - clock.now()) : 0
    return wait + timeFor(left, { item: durations.of(row.kind), parallel: row.parallel, spacing: row.spacing })
  }

  return (row) => {
    const said = row.ended_at === null ? progress.get(row.n) : undefined
    return {
      id: row.id,
      kind: row.kind,
      type: row.type,
      account: row.account,
      status: row.status,
      scheduled: isScheduled(row),
      shownStatus: row.status === 'running' ? runningStatus(registry, row.kind) : row.status,
      ending: row.ended_at === null ? row.ending : null,
      priority: priorityOf(row),
      total: totalOf(row),
      completed: row.succeeded,
      failed: row.failed,
      cancelled: row.cancelled,
      running: row.running,
      results: row.results,
      estimate: row.estimate,
      used: row.used,
      events: row.events,
      step: said?.step ?? row.step,
      url: said?.url ?? row.url,
      error: row.error === null ? null : JSON.parse(row.error),
      createdAt: row.created_at,
      runAt: row.run_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      timeLeft: timeLeft(row),
    }
  }
}
