import { Readable } from 'node:stream'

/** A file within a ZIP file. */
export interface ZipEntry {
  name: string
  /** Whether its bytes are packed; not worth it for what is packed already. */
  compress: boolean
  body: AsyncIterable<Uint8Array>
}

/**
 * A ZIP file, written while it is read, one entry after the other; as ZIP64 where it gets that large. Who reads no
 * further ends the entry under way.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, mtime: Date): AsyncGenerator<Uint8Array> {
  // Loaded with the first file: a start does without it.
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const rest = entries[Symbol.asyncIterator]()
  let entry: Readable | undefined
  let isOver = false

  const fail = (error: Error) => void output.destroy(error)
  const next = async () => {
    const { done, value } = await rest.next()
    // A body that nobody has begun to read holds nothing.
    if (isOver) return
    if (done) return zip.end()
    entry = Readable.from(buffers(value.body), { objectMode: false })
    entry.on('error', fail)
    entry.on('end', () => next().catch(fail))
    zip.addReadStream(entry, value.name, { mtime, compress: value.compress })
  }

  try {
    next().catch(fail)
    yield* output
  } finally {
    isOver = true
    entry?.destroy()
    await rest.return?.()
  }
}

/** yazl counts the bytes of nothing else. */
async function* buffers(body: ZipEntry['body']): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of body) yield Buffer.from(buffer, byteOffset, byteLength)
}
