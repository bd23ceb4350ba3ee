/** The bytes of a body, chunk by chunk. Whoever stops reading must call `end`, even before the first chunk. */
export interface Chunks {
  next(): Promise<IteratorResult<Uint8Array, unknown>>
  end(): Promise<void>
}

/** A body, read just far enough to know how large it is. */
interface Peeked {
  /** All of it, or its beginning. */
  read: Uint8Array
  /** Where the rest comes from; undefined: this is the end. */
  rest?: ReadableStreamDefaultReader<Uint8Array>
}

/** Reads a body until it ends, or until more than `most` bytes have been read. */
export async function peek(body: ReadableStream<Uint8Array>, most: number): Promise<Peeked> {
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  while (size <= most) {
    const { done, value } = await reader.read()
    if (done) return { read: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }
    parts.push(value)
    size += value.byteLength
  }
  return { read: Buffer.concat(parts), rest: reader }
}

/** The part of a body that was read already, followed by the rest. */
export function chunks(first: Uint8Array, rest: ReadableStreamDefaultReader<Uint8Array>): Chunks {
  let begun = false
  return {
    async next() {
      if (begun) return rest.read() as Promise<IteratorResult<Uint8Array, undefined>>
      begun = true
      return { done: false, value: first }
    },
    // Has no effect on a body that has ended or failed.
    end: () => rest.cancel().catch(() => {}),
  }
}

/** A stream that produces its chunks only as they are read. */
export const toBody = (source: Chunks) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value as Uint8Array<ArrayBuffer>)
      },
      cancel: () => source.end(),
    },
    { highWaterMark: 0 },
  )
