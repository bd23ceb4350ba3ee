import { chapterHtml } from '../epub/chapter.ts'
import { MAX_LENGTH, type TextLimit } from '../html-writer/text-limit.ts'
import { decodeXml, type Package } from '../opc/open-package.ts'
import type { Relation } from '../opc/relationships.ts'

/**
 * HTML pages that programs embed for Word to import when it opens the document: their HTML by the id of their
 * relationship. Source: ISO/IEC 29500-1, section 11.3.1.
 */
export async function readChunks(
  parts: Package,
  relations: ReadonlyMap<string, Relation>,
  limit: TextLimit,
): Promise<Map<string, string>> {
  const chunks = new Map<string, string>()
  const read = new Set<string>()
  let length = 0
  for (const [id, { type, target }] of relations) {
    // A chunk longer than the longest document would not be used.
    if (type !== 'aFChunk' || length > MAX_LENGTH || read.has(target)) continue
    read.add(target)
    const bytes = await parts.bytes(target)
    const page = bytes && pageOf(bytes)
    if (page === undefined) limit.warn('The document holds another one that is not read')
    else {
      const html = chapterHtml(page, target, new Map([[target, chunks.size + 1]]))
      chunks.set(id, html)
      length += html.length
    }
  }
  return chunks
}

/** The HTML of a chunk, only once, as a small document could refer to a long chunk many times. */
export function takeChunk(chunks: Map<string, string>, id = ''): string {
  const html = chunks.get(id) ?? ''
  chunks.delete(id)
  return html
}

/** An HTML page, or the one in a MIME message (MHT); undefined for anything else. */
function pageOf(bytes: Uint8Array): string | undefined {
  const text = decodeXml(bytes)
  if (/^\s*</.test(text)) return text
  const type = /^content-type:[ \t]*text\/html[^\n]*$/im.exec(text)
  if (!type) return undefined
  const [head, start] = headAt(text, type.index)
  // The page ends at the boundary of the message.
  const boundary = /boundary="?([^"\s;]{1,100})/i.exec(text)?.[1]
  const end = boundary === undefined ? -1 : text.indexOf(`\n--${boundary}`, start)
  const body = text.slice(start, end < 0 ? undefined : end)
  if (/transfer-encoding:[ \t]*quoted-printable/i.test(head)) return unquoted(body)
  return /transfer-encoding:[ \t]*base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body
}

/** The header fields around `at`, between two empty lines, and the index of the body after them. */
function headAt(text: string, at: number): [head: string, start: number] {
  const plain = text.slice(0, at).replaceAll('\r\n', '\n')
  const above = plain.slice(plain.lastIndexOf('\n\n') + 2)
  const below = /\r?\n\r?\n/.exec(text.slice(at))
  const start = below ? at + below.index + below[0].length : text.length
  return [above + text.slice(at, start), start]
}

/** Decodes quoted-printable. Source: RFC 2045, section 6.7. */
const unquoted = (text: string): string => {
  const bytes = Buffer.from(text.replace(/=[ \t]*\r?\n/g, ''))
  const plain = bytes
    .toString('latin1')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1').toString()
}
