import type { Place } from './place.ts'

/** The same place, from which nothing is read and to which nothing is written once the signal is aborted. */
export const stoppable = (place: Place, signal: AbortSignal): Place => ({
  ...place,
  write: (name, chunks) => place.write(name, untilAborted(chunks, signal)),
  read: (name) => untilAborted(place.read(name), signal),
})

/** Gives what is read until the signal is aborted, then throws its reason. */
export async function* untilAborted<T>(chunks: AsyncIterable<T>, signal: AbortSignal) {
  signal.throwIfAborted()
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    yield chunk
  }
}
