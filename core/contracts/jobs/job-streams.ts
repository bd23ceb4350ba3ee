import type { Caller } from '../../auth/caller.ts'
import type { JobEvent, JobRecord } from './job-record.ts'

/** How a stream writes a job's events, and where a client resumes. */
export interface StreamFormat {
  /**
   * The frames of an event, each with an `id` that `resume` understands. Always the same for the same event; the end
   * has only one.
   */
  frames(event: JobEvent): readonly string[]
  /**
   * Where a client resumes that has seen the frame with this id: after event `after`, without the first `frames`
   * frames of the next one.
   */
  resume(lastEventId: string): { after: number; frames: number } | undefined
  /** What a new client receives in place of a long history. */
  snapshot(job: JobRecord): string
}

/** Streams of events over HTTP (Server-Sent Events). */
export interface JobStreams {
  /**
   * Streams the events of a job of the caller until its end: after `Last-Event-ID`, without a gap or a repetition;
   * without that header, from the beginning, or from a snapshot if there have been many. The stream of an ended job
   * has only its last event; a client that has seen it gets a 204, at which an `EventSource` stops reconnecting.
   * Throws 404 `not_found`, and 429 `rate_limited` if the account has too many streams open.
   */
  open(context: { request: Request; caller: Caller }, jobId: string, format: StreamFormat): Promise<Response>
}
