import type { EndEvent, JobEvent, JobRecord } from '../../contracts/jobs/job-record.ts'
import type { Store } from '../../store/index.ts'
import type { JobRecords } from '../records/records.ts'
import { type JobRegistry, runningStatus } from '../registry.ts'
import { totalOf } from '../store/job-row.ts'
import { eventsAfter as readEvents } from '../store/statements/items.ts'
import { findJob } from '../store/statements/jobs.ts'
import { type JobRow, State } from '../store/tables.ts'
import type { EventBus } from './event-bus.ts'

/** Events that are read at a time. */
const BATCH = 200
/** Milliseconds until a waiting reader queries again, for what another machine has done. */
const LOOK_AGAIN = 1_000

/** Reads the events of jobs, and waits for their end. */
export type EventReader = ReturnType<typeof createEventReader>

/** Waiting for the end of a job stops once `over` is aborted, as this process no longer works on jobs. */
export function createEventReader(
  store: Store,
  bus: EventBus,
  registry: JobRegistry,
  { find, get, over }: Pick<JobRecords, 'find' | 'get'> & { over?: AbortSignal },
) {
  const endOf = (row: JobRow): EndEvent => {
    const { id: jobId, events: id, status, succeeded: completed, failed } = row
    return { type: 'end', jobId, id, status, completed, failed, total: totalOf(row) }
  }

  /** Stored events after this one, in batches. The end of the job is the last. */
  const eventsAfter = async (jobId: string, after: number): Promise<JobEvent[]> => {
    const row = await store.get(findJob, jobId)
    if (!row) return []
    const rows = await store.all(readEvents, row.n, after, BATCH)
    const events: JobEvent[] = rows.map((item) => ({
      type: 'item',
      jobId,
      id: item.event,
      url: item.url ?? item.key,
      status: item.state === State.succeeded ? 'success' : 'failed',
      jobStatus: runningStatus(registry, row.kind),
      millicredits: item.used,
      completed: item.event_completed,
      failed: item.event_failed,
      total: item.event_total,
    }))
    const last = events.at(-1)?.id ?? after
    if (row.ended_at !== null && last === row.events - 1) events.push(endOf(row))
    return events
  }

  async function* events(
    accountId: string,
    jobId: string,
    after: number,
    signal?: AbortSignal,
  ): AsyncGenerator<JobEvent> {
    await find(accountId, jobId)
    let wake = () => {}
    const stop = bus.listen(jobId, { event: () => wake() })
    try {
      for (let last = after; ; ) {
        // Created before the query, so that nothing is missed during it.
        const news = Promise.withResolvers<void>()
        wake = news.resolve
        signal?.throwIfAborted()
        const page = bus.recent(jobId, last) ?? (await eventsAfter(jobId, last))
        for (const event of page) {
          yield event
          last = event.id
          if (event.type === 'end') return
        }
        if (page.length > 0) continue
        const { events, ended_at } = await find(accountId, jobId)
        if (events < last || (events === last && ended_at !== null)) return
        await pause(news.promise, [signal])
      }
    } finally {
      stop()
    }
  }

  /** Waits for news or a signal, but not so long that events of another machine would be noticed late. */
  async function pause(news: Promise<void>, signals: readonly (AbortSignal | undefined)[], limit = LOOK_AGAIN) {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const end = () => resolve()
    const timer = setTimeout(end, Math.min(limit, LOOK_AGAIN))
    for (const signal of signals) signal?.addEventListener('abort', end)
    await Promise.race([news, over])
    for (const signal of signals) signal?.removeEventListener('abort', end)
    clearTimeout(timer)
  }

  return {
    events,
    eventsAfter,
    async waitForEnd(accountId: string, jobId: string, milliseconds: number, signal?: AbortSignal): Promise<JobRecord> {
      const until = performance.now() + milliseconds
      const { promise: news, resolve } = Promise.withResolvers<void>()
      const stop = bus.listen(jobId, { event: ({ type }) => type === 'end' && resolve() })
      try {
        for (;;) {
          const record = await get(accountId, jobId)
          const left = until - performance.now()
          if (record.endedAt !== null || left <= 0 || signal?.aborted || over?.aborted) return record
          await pause(news, [signal, over], left)
        }
      } finally {
        stop()
      }
    },
  }
}
