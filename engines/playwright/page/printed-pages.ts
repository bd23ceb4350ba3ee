import { inflateSync } from 'node:zlib'

/** Object streams of a page are small; larger ones are not read. */
const MAX_STREAM = 16 * 1024 * 1024
/** The most characters between a stream's dictionary and its data. */
const MAX_HEAD = 300
const PAGE = /\/Type ?\/Page\b/g
const PACKED = '/ObjStm'
const STREAM = 'stream'

/** The number of pages of a PDF that a browser printed. Source: PDF 2.0, sections 7.5.7 and 7.7.3.3. */
export function countPages(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  let count = text.match(PAGE)?.length ?? 0
  for (let at = text.indexOf(PACKED); at >= 0; at = text.indexOf(PACKED, at + PACKED.length)) {
    const data = text.slice(at, at + MAX_HEAD).indexOf(STREAM)
    if (data < 0) continue
    const from = at + data + STREAM.length
    const packed = pdf.subarray(from + (text.startsWith('\r\n', from) ? 2 : 1))
    count += inflated(packed).match(PAGE)?.length ?? 0
  }
  return count
}

function inflated(packed: Uint8Array): string {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM }).toString('latin1')
  } catch {
    // A stream compressed in another way cannot be read.
    return ''
  }
}
