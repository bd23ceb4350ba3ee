import type { JobEvent } from '../../contracts/jobs/job-record.ts'
import { describeError, type Log } from '../../log.ts'
import type { Store } from '../../store/index.ts'
import type { JobTables } from '../store/tables.ts'
import type { EventBus } from './event-bus.ts'

/** Milliseconds between two checks for events that were not announced, as by a process that has died. */
const LOOK_EVERY = 5_000
/** Jobs that are checked with one query. */
const BATCH = 500

export interface FollowerParts {
  store: Store
  bus: EventBus
  /** Stored events after this one, in batches. */
  read(jobId: string, after: number): Promise<JobEvent[]>
  log: Log
}

/** Publishes in this process the events of other processes, for jobs with listeners. Each is read only once. */
export interface Follower {
  /** A job has events up to this one. */
  event(jobId: string, id: number): void
  /** Checks all jobs with listeners. */
  look(): Promise<void>
  close(): void
}

export function createFollower({ store, bus, read, log }: FollowerParts): Follower {
  /** The newest announced event of each job that is being read. */
  const wanted = new Map<string, number>()

  const follow = async (jobId: string) => {
    for (let after = bus.last(jobId) ?? wanted.get(jobId)! - 1; after < wanted.get(jobId)!; ) {
      const events = await read(jobId, after)
      for (const event of events) bus.publish(jobId, event)
      // Announced events are committed, so if there are none, the job is gone.
      if (events.length === 0) return
      after = events.at(-1)!.id
    }
  }
  const event = (jobId: string, id: number) => {
    if (!bus.isHeard(jobId) || id <= (bus.last(jobId) ?? 0)) return
    const isReading = wanted.has(jobId)
    wanted.set(jobId, Math.max(id, wanted.get(jobId) ?? 0))
    if (isReading) return
    follow(jobId)
      .catch((error) => log.warn('Events of another process could not be read', { cause: describeError(error) }))
      .finally(() => wanted.delete(jobId))
  }

  const look = async () => {
    const jobs = bus.heard()
    for (let at = 0; at < jobs.length; at += BATCH) {
      const rows = await store
        .db<JobTables>()
        .selectFrom('jobs')
        .select(['id', 'events'])
        .where('id', 'in', jobs.slice(at, at + BATCH))
        .execute()
      for (const { id, events } of rows) event(id, events)
    }
  }
  const looking = setInterval(() => {
    // The store logs its own failures, and this is tried again.
    look().catch(() => {})
  }, LOOK_EVERY)
  looking.unref?.()

  return { event, look, close: () => clearInterval(looking) }
}
