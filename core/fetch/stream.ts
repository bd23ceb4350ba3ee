/** The next chunk of a body, or its end. */
export type NextChunk = () => Promise<IteratorResult<Uint8Array, unknown>>

/**
 * A stream that gives what `next` gives, asked only as it is read. `end` is called once it is cancelled or has
 * failed.
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
    // Nothing is read ahead: who reads no further costs no more.
    { highWaterMark: 0 },
  )
}

/** Ends a stream whatever state it is in; one that has failed cannot be cancelled, and need not be. */
export const abandon = (stream: { cancel(): Promise<void> }): Promise<void> => stream.cancel().catch(() => {})

/** Chunks in one array. */
export function join(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!
  // Unlike `new Uint8Array`, this does not write zeros first.
  const all = Buffer.concat(chunks)
  return new Uint8Array(all.buffer, all.byteOffset, all.byteLength)
}
