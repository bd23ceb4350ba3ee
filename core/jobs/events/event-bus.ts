import type { JobEvent } from '../../contracts/jobs/job-record.ts'

/** Events that a job's channel keeps, so that whoever is a little behind need not ask the store. */
const KEPT = 64

/** Who hears of a job's events. */
export interface Listener {
  event(event: JobEvent): void
}

/** Tells of what happens in jobs, in this process, in order and after it has been committed. */
export interface EventBus {
  publish(jobId: string, event: JobEvent): void
  /** Events from now on, until the answer is called. */
  listen(jobId: string, listener: Listener): () => void
  /** The events after this one, where they are all still in memory. */
  recent(jobId: string, after: number): readonly JobEvent[] | undefined
}

interface Channel {
  listeners: Set<Listener>
  /** The last events, without a gap. */
  events: JobEvent[]
}

export function createEventBus(): EventBus {
  const channels = new Map<string, Channel>()
  return {
    publish(jobId, event) {
      // Of a job that nobody listens to there is nothing to remember.
      const channel = channels.get(jobId)
      if (!channel) return
      channel.events.push(event)
      if (channel.events.length > KEPT) channel.events.shift()
      for (const listener of [...channel.listeners]) listener.event(event)
    },
    listen(jobId, listener) {
      const channel = channels.get(jobId) ?? { listeners: new Set(), events: [] }
      channels.set(jobId, channel)
      channel.listeners.add(listener)
      return () => {
        channel.listeners.delete(listener)
        if (channel.listeners.size === 0) channels.delete(jobId)
      }
    },
    recent(jobId, after) {
      const events = channels.get(jobId)?.events
      const first = events?.[0]
      if (!events || !first || first.id > after + 1) return undefined
      return events.slice(after + 1 - first.id)
    },
  }
}
