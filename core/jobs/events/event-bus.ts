import type { JobEvent } from '../../contracts/jobs/job-record.ts'

/** Events that a job's channel keeps, so that whoever is a little behind need not ask the store. */
const KEPT = 64

/** Who hears of a job's events. */
export interface Listener {
  event(event: JobEvent): void
}

/** Tells of what happens in jobs, in this process, after it has been committed. */
export interface EventBus {
  publish(jobId: string, event: JobEvent): void
  /** Events from now on, until the answer is called. In order, except where several processes work on the job. */
  listen(jobId: string, listener: Listener): () => void
  /** The events after this one, where they are all still in memory. */
  recent(jobId: string, after: number): readonly JobEvent[] | undefined
  /** The newest event that was published of a job since somebody listens. */
  last(jobId: string): number | undefined
  isHeard(jobId: string): boolean
  /** The jobs that somebody listens to. */
  heard(): string[]
}

interface Channel {
  listeners: Set<Listener>
  /** The last events, without a gap. */
  events: JobEvent[]
}

export function createEventBus(): EventBus {
  const channels = new Map<string, Channel>()
  const last = (jobId: string) => channels.get(jobId)?.events.at(-1)?.id
  return {
    publish(jobId, event) {
      // Of a job that nobody listens to there is nothing to remember.
      const channel = channels.get(jobId)
      if (!channel) return
      keep(channel, event)
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
    last,
    isHeard: (jobId) => channels.has(jobId),
    heard: () => [...channels.keys()],
  }
}

/** What another process did between two events of this one is not known here: only what follows it is kept. */
function keep(channel: Channel, event: JobEvent) {
  const last = channel.events.at(-1)?.id
  if (last !== undefined && event.id <= last) return
  if (last !== undefined && event.id > last + 1) channel.events = []
  channel.events.push(event)
  if (channel.events.length > KEPT) channel.events.shift()
}
