import { inflateSync } from 'node:zlib'

/** Object streams of a page are small; what is larger is not read. */
const MAX_STREAM = 16 * 1024 * 1024
const PAGE = /\/Type ?\/Page\b/g
const OBJECT_STREAM = /\/Type ?\/ObjStm\b[^>]{0,200}>>\r?\n?stream\r?\n/g

/** How many pages a PDF has that a browser printed. Source: PDF 2.0, sections 7.5.7 and 7.7.3.3. */
export function countPages(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  let count = text.match(PAGE)?.length ?? 0
  for (const { index, 0: head } of text.matchAll(OBJECT_STREAM)) {
    const packed = pdf.subarray(index + head.length)
    count += inflated(packed).match(PAGE)?.length ?? 0
  }
  return count
}

function inflated(packed: Uint8Array): string {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM }).toString('latin1')
  } catch {
    // A stream that is packed in another way tells nothing.
    return ''
  }
}
