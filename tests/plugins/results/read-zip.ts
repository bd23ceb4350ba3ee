import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The entries of a ZIP file, read by another library than the one that writes them. */
export function readZip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const found = new Map<string, Buffer>()
      zip.on('error', reject)
      zip.on('end', () => resolve(found))
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed)
          found.set(entry.fileName, await buffer(stream))
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
}
