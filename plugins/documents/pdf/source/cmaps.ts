import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/**
 * The predefined tables that map character codes of East Asian fonts to characters, for files that do not embed one.
 * Source: Adobe's cmap-resources, in the compact form of pdf.js.
 */
const file = new URL('cmaps.br', import.meta.url)

/** Reads the tables by name. The file has a line of JSON with their names and lengths, followed by their bytes. */
const readCmaps = async (): Promise<Map<string, Uint8Array>> => {
  const all = await promisify(brotliDecompress)(await readFile(file))
  const end = all.indexOf(10)
  const lengths: Record<string, number> = JSON.parse(all.toString('utf8', 0, end))
  const found = new Map<string, Uint8Array>()
  let at = end + 1
  for (const [name, length] of Object.entries(lengths)) {
    found.set(name, new Uint8Array(all.subarray(at, at + length)))
    at += length
  }
  return found
}

let cmaps: Promise<Map<string, Uint8Array>> | undefined

/** Provides the tables to pdf.js, and no other data. */
export class CmapFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    cmaps ??= readCmaps()
    const found = kind === 'cMapUrl' ? (await cmaps).get(filename.replace(/\.bcmap$/, '')) : undefined
    if (found === undefined) throw new Error(`there is no ${kind} of this name`)
    // A copy, as pdf.js may detach the buffer.
    return found.slice()
  }
}
