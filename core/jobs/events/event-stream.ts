import type { JobEvent } from '../../contracts/jobs/job-record.ts'
import type { StreamFormat } from '../../contracts/jobs/job-streams.ts'
import type { Listener } from './event-bus.ts'

/** Bytes buffered for a slow client. Beyond that, only its position is kept. */
const MAX_QUEUED = 16_384
/** Milliseconds after which a client reconnects. */
const RECONNECT = 3_000
/** Queries for an event that was announced. If the store does not show it by then, the job is gone. */
const MAX_LOOKS = 3

const encoder = new TextEncoder()
const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_QUEUED })

/** What all streams share. */
export interface Hub {
  encode(format: StreamFormat, event: JobEvent): Uint8Array
  listen(jobId: string, listener: Listener): () => void
  /** Events after this one, in batches. */
  read(jobId: string, after: number): readonly JobEvent[] | Promise<JobEvent[]>
  ended(stream: EventStream): void
}

export interface StreamStart {
  jobId: string
  credential: string
  format: StreamFormat
  after: number
  frames: number
}

/**
 * The stream of one client. It stores only a position, as there may be thousands: a slow client reads events from the
 * store when it is ready.
 */
export class EventStream implements Listener {
  readonly credential: string
  readonly #hub: Hub
  readonly #jobId: string
  readonly #format: StreamFormat
  #after: number
  #frames: number
  #controller!: ReadableStreamDefaultController<Uint8Array>
  #stop = () => {}
  /** The newest event that was announced. */
  #newest = 0
  /** Whether there may be events that were not sent yet. Then they are read in order. */
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
          controller.enqueue(encoder.encode(`retry: ${RECONNECT}\n\n${first}`))
        },
        pull: () => (this.#behind ? this.#catchUp() : undefined),
        cancel: () => this.#finish(),
      },
      strategy,
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
        if (events.length > 0 || (this.#newest > this.#after && looks < MAX_LOOKS)) continue
        this.#behind = false
        return
      }
    } catch (error) {
      // The client reconnects with the id of its last event.
      if (!this.#ended) this.#controller.error(error)
      this.#finish()
    } finally {
      this.#catchingUp = false
    }
  }
}
