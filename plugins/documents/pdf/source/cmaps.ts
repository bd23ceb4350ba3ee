import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/**
 * How character codes of East Asian fonts map to characters, for files that name one of Adobe's tables instead of
 * bringing one. Source: Adobe's cmap-resources, in the packed form of pdf.js.
 */
const file = new URL('cmaps.br', import.meta.url)

/** Name and bytes of each table. The file is a line of JSON with their names and lengths, then their bytes. */
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

/** What pdf.js asks for data that it does not hold: tables of characters, and nothing else. */
export class CmapFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    cmaps ??= readCmaps()
    const found = kind === 'cMapUrl' ? (await cmaps).get(filename.replace(/\.bcmap$/, '')) : undefined
    if (found === undefined) throw new Error(`there is no ${kind} of this name`)
    // What is handed over may be detached.
    return found.slice()
  }
}
