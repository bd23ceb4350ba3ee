import type { Caller } from '../../auth/caller.ts'
import type { Admission } from '../../auth/index.ts'
import type { JobEvent, JobRecord } from '../../contracts/job.ts'
import { isApiError } from '../../errors.ts'
import { describeError, type Log } from '../../log.ts'
import type { Feed, Listener } from './event-bus.ts'
import type { Reader } from './reader.ts'

/** How a stream writes the events of a job, and reads where a client has come to. */
export interface StreamFormat {
  /** The frames of an event, each with an `id` that `resume` understands; the same for the same event, always. */
  frames(event: JobEvent): readonly string[]
  /**
   * Where a client goes on that has seen the frame of this id: behind that event, less so many of the next one's
   * frames.
   */
  resume(lastEventId: string): { after: number; frames: number } | undefined
  /** What a client gets in place of a long past. */
  snapshot(job: JobRecord): string
}

/** Streams of events over HTTP (Server-Sent Events). */
export interface JobStreams {
  /**
   * Answers with the events of a job of the caller, until its last one: behind `Last-Event-ID` without a gap or a
   * repeat; without it from the beginning, or from a snapshot where much has happened. A stream of an ended job has its
   * last event alone. Throws 404 `not_found`.
   */
  open(context: { request: Request; caller: Caller }, jobId: string, format: StreamFormat): Promise<Response>
}

/** One frame of a stream. `data` is an object, as an event without data is ignored by browsers. */
export const frame = ({ id, event, data }: { id: number | string; event?: string; data: object }) =>
  `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`

/** Milliseconds between two comments that keep a stream open. Source: decisions 4.4. */
const HEARTBEAT = 15_000
/** Milliseconds between two looks at whether those who listen still may. */
const RECHECK = 3_000
/** Events beyond which a newcomer gets a snapshot in place of the past. */
const LONG_PAST = 500
/** Bytes that wait for a slow reader; beyond it nothing is kept for it but how far it has come. */
const WAITING = 16_384

/** What a stream asks of a key that goes on listening; its route has asked for more at the beginning. */
const READING: Admission = { as: 'key', permission: 'none' }
/** Milliseconds after which a client whose stream was cut comes back. */
const COME_BACK = 3_000
/** Looks for an event that was heard of; a store that does not show it by then has lost the job. */
const LOOKS = 3
/** The last words to those who listen when the server stops. */
const STOPS = ': the server stops, come back in a moment\n\n'

const encoder = new TextEncoder()
const waiting = new ByteLengthQueuingStrategy({ highWaterMark: WAITING })
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies would collect the events otherwise.
  'x-accel-buffering': 'no',
}

export interface StreamsParts {
  reader: Reader
  feed: Feed
  log: Log
  /** Throws when the request's credential no longer lets it read. */
  recheck(request: Request, wanted: Admission): Promise<void>
}

export interface OpenStreams extends JobStreams {
  /** How many there are. */
  count(): number
  /** Ends all with a comment; no other is opened. */
  close(): void
}

export function createStreams({ reader, feed, log, recheck }: StreamsParts): OpenStreams {
  /** By credential: of many streams with one, one request is kept, and asked again. */
  const groups = new Map<string, { request: Request; streams: Set<EventStream> }>()
  const encoded = new WeakMap<StreamFormat, WeakMap<JobEvent, Uint8Array>>()
  let closed = false

  /** An event's bytes; those who hear of it together share them. */
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
    listen: feed.listen,
    read: (jobId, after) => feed.recent(jobId, after) ?? reader.eventsAfter(jobId, after),
    ended(stream) {
      const group = groups.get(stream.credential)
      group?.streams.delete(stream)
      if (group?.streams.size === 0) groups.delete(stream.credential)
    },
  }
  const all = () => [...groups.values()].flatMap(({ streams }) => [...streams])

  const beat = setInterval(() => {
    const comment = encoder.encode(': still here\n\n')
    for (const stream of all()) stream.comment(comment)
  }, HEARTBEAT)
  beat.unref?.()

  const check = async () => {
    for (const { request, streams } of [...groups.values()]) {
      try {
        await recheck(request, READING)
      } catch (error) {
        if (!isRefusal(error)) {
          log.warn('Keys of open streams could not be checked; they go on', { cause: describeError(error) })
          continue
        }
        log.info('Streams were ended: their key holds no more', { streams: streams.size, cause: describeError(error) })
        for (const stream of [...streams]) stream.end(': this key holds no more\n\n')
      }
    }
  }
  const rechecking = setInterval(() => void check(), RECHECK)
  rechecking.unref?.()

  return {
    async open({ request, caller }, jobId, format) {
      const job = await reader.get(caller.account.id, jobId)
      const start = beginning(job, request.headers.get('last-event-id'), format)
      const credential = `${request.headers.get('authorization')} ${request.headers.get('x-api-key')}`
      const group = groups.get(credential) ?? { request, streams: new Set() }
      groups.set(credential, group)
      const stream = new EventStream(hub, { jobId, credential, format, ...start })
      group.streams.add(stream)
      const body = stream.open(start.first)
      if (closed) stream.end(STOPS)
      else if (job.endedAt !== null && start.after >= job.events) stream.end(': that was all\n\n')
      return new Response(body, { headers })
    },
    count: () => all().length,
    close() {
      closed = true
      clearInterval(beat)
      clearInterval(rechecking)
      for (const stream of all()) stream.end(STOPS)
    },
  }
}

/** Whether a key was refused. A store that does not answer says nothing of the key. */
const isRefusal = (error: unknown) => isApiError(error) && (error.status === 401 || error.status === 403)

/** Where a stream begins: behind which event, less how many frames, and what is said first. */
function beginning(job: JobRecord, lastEventId: string | null, format: StreamFormat) {
  const resumed = lastEventId === null ? undefined : format.resume(lastEventId)
  if (resumed && resumed.after <= job.events) return { ...resumed, first: '' }
  if (job.endedAt !== null) return { after: job.events - 1, frames: 0, first: '' }
  if (job.events <= LONG_PAST) return { after: 0, frames: 0, first: '' }
  return { after: job.events, frames: 0, first: format.snapshot(job) }
}

/** What all streams share. */
interface Hub {
  encode(format: StreamFormat, event: JobEvent): Uint8Array
  listen(jobId: string, listener: Listener): () => void
  /** Events behind one, some at a time. */
  read(jobId: string, after: number): readonly JobEvent[] | Promise<JobEvent[]>
  ended(stream: EventStream): void
}

interface StreamStart {
  jobId: string
  credential: string
  format: StreamFormat
  after: number
  frames: number
}

/**
 * One client. It keeps how far it has come, and no events: a slow one reads them from the store when it is ready. There
 * may be thousands, so it keeps nothing else either.
 */
class EventStream implements Listener {
  readonly credential: string
  readonly #hub: Hub
  readonly #jobId: string
  readonly #format: StreamFormat
  #after: number
  #frames: number
  #controller!: ReadableStreamDefaultController<Uint8Array>
  #stop = () => {}
  /** The newest event that it has heard of. */
  #newest = 0
  /** Whether there may be events that it has not been given; then they are read, in order. */
  #behind = true
  #catchingUp = false
  #ended = false

  constructor(hub: Hub, { jobId, credential, format, after, frames }: StreamStart) {
    this.#hub = hub
    this.#jobId = jobId
    this.credential = credential
    this.#format = format
    this.#after = after
    this.#frames = frames
  }

  open(first: string): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
          this.#stop = this.#hub.listen(this.#jobId, this)
          controller.enqueue(encoder.encode(`retry: ${COME_BACK}\n\n${first}`))
        },
        pull: () => (this.#behind ? this.#catchUp() : undefined),
        cancel: () => this.#finish(),
      },
      waiting,
    )
  }

  event(event: JobEvent) {
    this.#newest = Math.max(this.#newest, event.id)
    if (this.#ended || event.id <= this.#after || this.#behind) return
    if (event.id === this.#after + 1 && this.#hasRoom) return this.#give(event)
    this.#behind = true
    if (this.#hasRoom) void this.#catchUp()
  }

  comment(bytes: Uint8Array) {
    if (!this.#ended && this.#hasRoom) this.#controller.enqueue(bytes)
  }

  end(comment: string) {
    if (this.#ended) return
    this.#controller.enqueue(encoder.encode(comment))
    this.#controller.close()
    this.#finish()
  }

  get #hasRoom() {
    return (this.#controller.desiredSize ?? 0) > 0
  }

  #finish() {
    this.#ended = true
    this.#stop()
    this.#hub.ended(this)
  }

  #give(event: JobEvent) {
    const skipped = this.#frames
    this.#frames = 0
    const bytes =
      skipped > 0
        ? encoder.encode(this.#format.frames(event).slice(skipped).join(''))
        : this.#hub.encode(this.#format, event)
    this.#controller.enqueue(bytes)
    this.#after = event.id
    if (event.type !== 'end') return
    this.#controller.close()
    this.#finish()
  }

  async #catchUp() {
    if (this.#catchingUp) return
    this.#catchingUp = true
    try {
      for (let looks = 0; !this.#ended && this.#hasRoom; ) {
        const events = await this.#hub.read(this.#jobId, this.#after)
        if (this.#ended) return
        for (const event of events) this.#give(event)
        looks = events.length > 0 ? 0 : looks + 1
        if (events.length > 0 || (this.#newest > this.#after && looks < LOOKS)) continue
        this.#behind = false
        return
      }
    } catch (error) {
      // The client comes back with the id of its last event.
      if (!this.#ended) this.#controller.error(error)
      this.#finish()
    } finally {
      this.#catchingUp = false
    }
  }
}
