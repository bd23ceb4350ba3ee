/** A stream that gives what `next` gives, asked only as it is read. `end` is called once it is cancelled or has failed. */
export function pullStream(
  next: () => Promise<IteratorResult<Uint8Array, unknown>>,
  end: () => Promise<unknown>,
): ReadableStream<Uint8Array> {
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
export const abandon = (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> =>
  reader.cancel().catch(() => {})

/** All of a stream in one array. */
export async function readAll(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
  }
  if (chunks.length === 1) return chunks[0]!
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}
