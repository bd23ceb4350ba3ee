/**
 * A stream of chunks that begins with the first who asks, and ends them whatever happens then: a body that nobody
 * reads, as that of a HEAD request, holds nothing.
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
    // Without it the first chunk is read before anybody asks.
    { highWaterMark: 0 },
  )
}
