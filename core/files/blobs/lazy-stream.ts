/**
 * A stream whose source is opened by the first read, and closed whatever happens then. A body that nobody reads, such
 * as that of a HEAD request, holds no resources.
 */
export function lazyStream(
  begin: () => AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let chunks: AsyncGenerator<Uint8Array<ArrayBuffer>> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        chunks ??= begin()
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks?.return(undefined)
      },
    },
    // Without it, the first chunk is read before anybody asks.
    { highWaterMark: 0 },
  )
}
