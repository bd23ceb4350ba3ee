import { WeirError } from './error.ts'
import { readEvents, type StreamedEvent } from './read-events.ts'
import { pause } from './retry.ts'
import type { Send } from './send.ts'

export interface StreamOptions {
  signal?: AbortSignal | undefined
  /** The `id` of the last event that was seen: the stream resumes after it. */
  lastEventId?: string | undefined
}

interface Stream extends StreamOptions {
  path: string
  jobId: string
  /** Whether nothing follows this event. */
  isLast(event: StreamedEvent): boolean
  /** Whether there is nothing left, after a stream ended without any event. */
  isOver(): Promise<boolean>
}

/** How often in a row a stream may end without any event. */
const MAX_EMPTY = 5
/** Milliseconds before a stream that ended is opened again, doubled each time. */
const REOPEN = 500

/**
 * The events of a job, up to its last one. Uses `fetch`, as an `EventSource` cannot send credentials; a lost
 * connection is resumed after the last event that arrived.
 */
export async function* follow(send: Send, { path, jobId, isLast, isOver, signal, lastEventId = '' }: Stream) {
  let last = lastEventId
  for (let empty = 0; empty < MAX_EMPTY; empty++) {
    if (empty > 0) await pause(REOPEN * 2 ** (empty - 1), signal)
    const headers = { accept: 'text/event-stream', ...(last !== '' && { 'last-event-id': last }) }
    const { body } = await send('GET', path, { path: { jobId }, headers, signal })
    // Whether there may be more events: only a stream that ends by itself and without any is the last.
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
      // It broke off, unless it was cancelled.
      signal?.throwIfAborted()
      hasMore = true
    }
    if (!hasMore && (await isOver())) return
  }
  throw new WeirError(`The stream of ${jobId} ended ${MAX_EMPTY} times before it sent anything`, {
    status: 0,
    code: 'unreachable',
  })
}
