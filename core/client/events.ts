import { WeirError } from './error.ts'
import { readEvents, type StreamedEvent } from './read-events.ts'
import { pause } from './retry.ts'
import type { Send } from './send.ts'

export interface StreamOptions {
  signal?: AbortSignal | undefined
  /** The `id` of the last event received: the stream continues after it. */
  lastEventId?: string | undefined
}

interface Stream extends StreamOptions {
  path: string
  jobId: string
  /** Whether this is the last event. */
  isLast(event: StreamedEvent): boolean
  /** Whether the job has ended, asked when a stream ended without an event. */
  isOver(): Promise<boolean>
}

/** How often in a row a stream may end without an event. */
const MAX_EMPTY = 5
/** Milliseconds before a stream that ended is opened again, doubled each time. */
const REOPEN = 500

/**
 * The events of a job until its last one. Uses `fetch`, as an `EventSource` cannot send credentials. A broken
 * connection is opened again after the last event received.
 */
export async function* follow(send: Send, { path, jobId, isLast, isOver, signal, lastEventId = '' }: Stream) {
  let last = lastEventId
  for (let empty = 0; empty < MAX_EMPTY; empty++) {
    if (empty > 0) await pause(REOPEN * 2 ** (empty - 1), signal)
    const headers = { accept: 'text/event-stream', ...(last !== '' && { 'last-event-id': last }) }
    const { body } = await send('GET', path, { path: { jobId }, headers, signal })
    // Whether more events may follow: a stream that ends by itself without an event may be the last.
    let hasMore = false
    try {
      for await (const event of readEvents(body)) {
        last = event.id || last
        empty = 0
        hasMore = true
        yield event
        if (isLast(event)) return
      }
    } catch {
      // The connection broke, unless the signal was aborted.
      signal?.throwIfAborted()
      hasMore = true
    }
    if (!hasMore && (await isOver())) return
  }
  throw new WeirError(`The stream of ${jobId} ended ${MAX_EMPTY} times before it told anything`, {
    status: 0,
    code: 'unreachable',
  })
}
