import type { JobEvent } from '../../contracts/jobs/job-record.ts'
import { describeError, type Log } from '../../log.ts'
import type { Store } from '../../store/index.ts'
import type { JobTables } from '../store/tables.ts'
import type { EventBus } from './event-bus.ts'

/** Milliseconds between two looks for what no process has told of, as one that dies tells nothing more. */
const LOOK_EVERY = 5_000
/** Jobs that are looked at with one query. */
const BATCH = 500

export interface FollowerParts {
  store: Store
  bus: EventBus
  /** Stored events behind one, some at a time. */
  read(jobId: string, after: number): Promise<JobEvent[]>
  log: Log
}

/** Publishes here what other processes do in jobs that somebody here listens to: read once, whoever listens. */
export interface Follower {
  /** A job has events up to this one. */
  event(jobId: string, id: number): void
  /** Looks at all jobs that somebody listens to. */
  look(): Promise<void>
  close(): void
}

export function createFollower({ store, bus, read, log }: FollowerParts): Follower {
  /** The newest event that was heard of, of each job that is being read. */
  const wanted = new Map<string, number>()

  const follow = async (jobId: string) => {
    for (let after = bus.last(jobId) ?? wanted.get(jobId)! - 1; after < wanted.get(jobId)!; ) {
      const events = await read(jobId, after)
      for (const event of events) bus.publish(jobId, event)
      // What was told of is committed, so there is more only where the job is gone.
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
    // The store says itself that it is out of reach; this is tried again.
    look().catch(() => {})
  }, LOOK_EVERY)
  looking.unref?.()

  return { event, look, close: () => clearInterval(looking) }
}
