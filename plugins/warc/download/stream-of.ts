/** A stream of pieces, asked for only as they are read; `end` is called once, however it ends. */
export function streamOf(
  pieces: AsyncIterable<Uint8Array>,
  end: () => Promise<void> = async () => {},
): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next()
          if (!done) return controller.enqueue(value)
          await end()
          controller.close()
        } catch (error) {
          await end()
          throw error
        }
      },
      async cancel() {
        await end()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
