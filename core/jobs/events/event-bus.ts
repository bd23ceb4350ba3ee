import type { JobEvent } from '../../contracts/jobs/job-record.ts'

/** Events that a channel keeps in memory, so that a reader who is slightly behind need not query the store. */
const KEPT = 64

/** Receives the events of a job. */
export interface Listener {
  event(event: JobEvent): void
}

/** Publishes committed events of jobs within this process. */
export interface EventBus {
  publish(jobId: string, event: JobEvent): void
  /** Future events, until the returned function is called. In order, unless several processes work on the job. */
  listen(jobId: string, listener: Listener): () => void
  /** The events after this one, if they are all still in memory. */
  recent(jobId: string, after: number): readonly JobEvent[] | undefined
  /** The newest event of a job that was published since it has listeners. */
  last(jobId: string): number | undefined
  isHeard(jobId: string): boolean
  /** The jobs with listeners. */
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
      // Nothing is kept for jobs without listeners.
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

/** Events of other processes may be missing here. After such a gap, only later events are kept. */
function keep(channel: Channel, event: JobEvent) {
  const last = channel.events.at(-1)?.id
  if (last !== undefined && event.id <= last) return
  if (last !== undefined && event.id > last + 1) channel.events = []
  channel.events.push(event)
  if (channel.events.length > KEPT) channel.events.shift()
}
