import { join } from '../fetch/stream.ts'

/** Groups bytes into parts of the same size, except for a shorter last one. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (length + rest.byteLength >= size) {
      const taken = size - length
      yield join([...waiting, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      waiting = []
      length = 0
    }
    if (rest.byteLength > 0) {
      waiting.push(rest)
      length += rest.byteLength
    }
  }
  if (length > 0) yield join(waiting)
}

/** The id of an upload that has been started. */
export function readUploadId(text: string): string {
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1]
  if (id === undefined) throw new Error('The bucket began no upload in parts')
  return id
}

/** The body that completes an upload: the tags of its parts, in order. */
export function partsMessage(tags: readonly string[]): Uint8Array {
  const parts = tags.map((tag, at) => {
    const quoted = tag.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    return `<Part><PartNumber>${at + 1}</PartNumber><ETag>${quoted}</ETag></Part>`
  })
  return new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
}
