import { credentialOf } from '../../auth/credential.ts'
import { watchCredentials } from '../../auth/watch-credentials.ts'
import type { JobEvent, JobRecord } from '../../contracts/jobs/job-record.ts'
import type { JobStreams, StreamFormat } from '../../contracts/jobs/job-streams.ts'
import { ApiError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { JobRecords } from '../records/records.ts'
import type { EventBus } from './event-bus.ts'
import { EventStream, type Hub } from './event-stream.ts'
import type { EventReader } from './reader.ts'

/** One frame of an event stream. `data` is required, as browsers ignore events without data. */
export const frame = ({ id, event, data }: { id: number | string; event?: string; data: object }) =>
  `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`

/** Streams that one account may have open. Each takes a connection, of which a process has a limited number. */
const MAX_STREAMS = 4000
/** Milliseconds between two comments that keep a stream open. Source: decisions 4.4. */
const HEARTBEAT = 15_000
/** With more events than this, a new client receives a snapshot instead of all of them. */
const LONG_PAST = 500

/** The last comment on open streams when the server stops. */
const STOPS = ': the server is stopping; reconnect in a moment\n\n'
/** The same when its key was refused. */
const REFUSED = ': this key is no longer valid\n\n'

const encoder = new TextEncoder()
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise proxies would buffer the events.
  'x-accel-buffering': 'no',
}

export interface StreamsParts {
  records: Pick<JobRecords, 'get'>
  reader: Pick<EventReader, 'eventsAfter'>
  events: EventBus
  log: Log
  /** Throws if the request's credential is no longer valid. */
  recheck(request: Request): Promise<void>
}

export interface OpenStreams extends JobStreams {
  /** The number of open streams. */
  count(): number
  /** Ends all streams with a comment, and any that are opened later. */
  close(): void
}

export function createStreams({ records, reader, events, log, recheck }: StreamsParts): OpenStreams {
  /** By credential: for many streams with the same one, only one request is kept for the check. */
  const groups = new Map<string, { request: Request; account: string; streams: Set<EventStream> }>()
  const encoded = new WeakMap<StreamFormat, WeakMap<JobEvent, Uint8Array>>()
  let closed = false

  /** The bytes of an event, encoded once for all streams. */
  const encode = (format: StreamFormat, event: JobEvent): Uint8Array => {
    let known = encoded.get(format)
    if (!known) {
      known = new WeakMap()
      encoded.set(format, known)
    }
    let bytes = known.get(event)
    if (!bytes) {
      bytes = encoder.encode(format.frames(event).join(''))
      known.set(event, bytes)
    }
    return bytes
  }
  const hub: Hub = {
    encode,
    listen: events.listen,
    read: (jobId, after) => events.recent(jobId, after) ?? reader.eventsAfter(jobId, after),
    ended(stream) {
      const group = groups.get(stream.credential)
      group?.streams.delete(stream)
      if (group?.streams.size === 0) groups.delete(stream.credential)
    },
  }
  const countOf = (account: string) =>
    [...groups.values()].reduce((sum, group) => sum + (group.account === account ? group.streams.size : 0), 0)
  const all = () => [...groups.values()].flatMap(({ streams }) => [...streams])

  const beat = setInterval(() => {
    const comment = encoder.encode(': still here\n\n')
    for (const stream of all()) stream.comment(comment)
  }, HEARTBEAT)
  beat.unref?.()

  const stopWatching = watchCredentials({
    what: 'streams',
    open: () =>
      groups.values().map(({ request, streams }) => ({
        request,
        count: streams.size,
        end() {
          for (const stream of [...streams]) stream.end(REFUSED)
        },
      })),
    recheck,
    log,
  })

  return {
    async open({ request, caller }, jobId, format) {
      const account = caller.account.id
      const job = await records.get(account, jobId)
      const start = beginning(job, request.headers.get('last-event-id'), format)
      // An EventSource reconnects after each end of a stream until it gets a 204. Source: the HTML standard, 9.2.1.
      if (!start) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
      if (countOf(account) >= MAX_STREAMS)
        throw new ApiError('rate_limited', `An account may have ${MAX_STREAMS} streams open at once; close one`, {
          limit: MAX_STREAMS,
        })
      const credential = credentialOf(request.headers)
      const group = groups.get(credential) ?? { request, account, streams: new Set() }
      groups.set(credential, group)
      const stream = new EventStream(hub, { jobId, credential, format, ...start })
      group.streams.add(stream)
      const body = stream.open(start.first)
      if (closed) stream.end(STOPS)
      return new Response(body, { headers })
    },
    count: () => all().length,
    close() {
      closed = true
      clearInterval(beat)
      stopWatching()
      for (const stream of all()) stream.end(STOPS)
    },
  }
}

/**
 * Where a stream begins: after which event, how many frames of the next to skip, and what to send first. Undefined if
 * the client has seen the end.
 */
function beginning(job: JobRecord, lastEventId: string | null, format: StreamFormat) {
  const resumed = lastEventId === null ? undefined : format.resume(lastEventId)
  if (resumed && resumed.after <= job.events) {
    // An end has only one frame.
    const hasEnd = job.endedAt !== null && resumed.after + Math.min(resumed.frames, 1) >= job.events
    return hasEnd ? undefined : { ...resumed, first: '' }
  }
  if (job.endedAt !== null) return { after: job.events - 1, frames: 0, first: '' }
  if (job.events <= LONG_PAST) return { after: 0, frames: 0, first: '' }
  return { after: job.events, frames: 0, first: format.snapshot(job) }
}
