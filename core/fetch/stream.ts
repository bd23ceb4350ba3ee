/** The next chunk of a body, or its end. */
export type NextChunk = () => Promise<IteratorResult<Uint8Array, unknown>>

/**
 * A stream of what `next` returns, called only when the stream is read. `end` is called once it has been cancelled or
 * has failed.
 */
export function pullStream(next: NextChunk, end: () => Promise<unknown>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(error)
          await end()
        }
      },
      async cancel() {
        await end()
      },
    },
    // No read-ahead: a reader that stops costs nothing more.
    { highWaterMark: 0 },
  )
}

/** Cancels a stream in any state; one that has failed cannot be cancelled, and need not be. */
export const abandon = (stream: { cancel(): Promise<void> }): Promise<void> => stream.cancel().catch(() => {})

/** Joins chunks into one array. */
export function join(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!
  // Unlike `new Uint8Array`, this does not zero the memory first.
  const all = Buffer.concat(chunks)
  return new Uint8Array(all.buffer, all.byteOffset, all.byteLength)
}
