import { readEvents, type StreamedEvent } from 'weirjs/client'
import { send } from './client.ts'
import { Failure } from './failure.ts'

export interface StreamOptions {
  signal: AbortSignal
  onEvent(event: StreamedEvent): void
  /** False while the connection is lost and being restored. */
  onConnection(isOpen: boolean): void
}

/** The final statuses of a job, and the names of the events that end its stream. */
export const ENDED: readonly string[] = ['completed', 'failed', 'cancelled']

/** Milliseconds until the first reconnection, doubled each time. */
const PAUSE = 1000
const MAX_PAUSE = 15_000

/**
 * Reads a job's stream of events up to its last one, with fetch: an EventSource cannot send credentials. A lost
 * connection is resumed where it was. Resolves after the last event; throws Failure if the service refuses, and the
 * signal's reason.
 */
export async function readStream(path: string, options: StreamOptions): Promise<void> {
  const { signal, onConnection } = options
  let lastId = ''
  let pause = PAUSE
  for (;;) {
    try {
      const headers = { accept: 'text/event-stream', ...(lastId === '' ? {} : { 'last-event-id': lastId }) }
      const response = await send('GET', path, { signal, headers })
      onConnection(true)
      // The last event has been seen.
      if (response.status === 204) return
      for await (const event of readEvents(response.body)) {
        if (event.id !== '') lastId = event.id
        pause = PAUSE
        options.onEvent(event)
        if (ENDED.includes(event.event)) return
      }
    } catch (error) {
      if (signal.aborted) throw error
      // A refusal is final, unless the service was too busy.
      if (error instanceof Failure && error.status !== 0 && error.status !== 429 && error.status < 500) throw error
    }
    onConnection(false)
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, pause)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })
    signal.throwIfAborted()
    pause = Math.min(pause * 2, MAX_PAUSE)
  }
}
