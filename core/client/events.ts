import { WeirError } from './error.ts'
import { readEvents, type StreamedEvent } from './read-events.ts'
import { pause } from './retry.ts'
import type { Send } from './send.ts'

export interface StreamOptions {
  signal?: AbortSignal | undefined
  /** The `id` of the last event that was seen: the stream goes on behind it. */
  lastEventId?: string | undefined
}

interface Stream extends StreamOptions {
  path: string
  jobId: string
  /** Whether nothing comes after this event. */
  isLast(event: StreamedEvent): boolean
  /** Whether there is nothing left to tell, where a stream ended that told nothing. */
  isOver(): Promise<boolean>
}

/** Times in a row that a stream may end before it told anything. */
const MAX_EMPTY = 5
/** Milliseconds until a stream that ended is opened again. */
const REOPEN = 500

/**
 * The events of a job to its last one. By `fetch`, as an `EventSource` cannot say who asks; a connection that breaks
 * is made again behind the last event that came.
 */
export async function* follow(send: Send, { path, jobId, isLast, isOver, signal, lastEventId = '' }: Stream) {
  let last = lastEventId
  for (let empty = 0; empty < MAX_EMPTY; empty++) {
    if (empty > 0) await pause(REOPEN * 2 ** (empty - 1), signal)
    const headers = { accept: 'text/event-stream', ...(last !== '' && { 'last-event-id': last }) }
    const { body } = await send('GET', path, { path: { jobId }, headers, signal })
    // Whether there may be more than what was told: only a stream that ends by itself and told nothing is the last.
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
      // It broke off, unless it was told to.
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
