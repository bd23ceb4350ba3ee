import { Readable } from 'node:stream'

/** A file within a ZIP file. */
export interface ZipEntry {
  name: string
  /** Whether to compress it, which is pointless for data that is compressed already. */
  compress: boolean
  body: AsyncIterable<Uint8Array>
}

/**
 * A ZIP file, written while it is read, one entry after another, as ZIP64 if it gets that large. If the reader stops,
 * the entry in progress is closed.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, mtime: Date): AsyncGenerator<Uint8Array> {
  // Loaded with the first file, to keep the start fast.
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const rest = entries[Symbol.asyncIterator]()
  let entry: Readable | undefined
  let isOver = false

  const fail = (error: Error) => void output.destroy(error)
  const next = async () => {
    const { done, value } = await rest.next()
    // A body that nobody has started to read holds no resources.
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

/** yazl counts no other bytes. */
async function* buffers(body: ZipEntry['body']): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of body) yield Buffer.from(buffer, byteOffset, byteLength)
}
