import type { Caller } from '../../auth/caller.ts'
import type { JobEvent, JobRecord } from './job-record.ts'

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
   * repeat; without it from the beginning, or from a snapshot where much has happened. A stream of an ended job has
   * its last event alone. Throws 404 `not_found`, and 429 `rate_limited` where the account has too many open.
   */
  open(context: { request: Request; caller: Caller }, jobId: string, format: StreamFormat): Promise<Response>
}
