import { type ReadDocument, Unreadable } from '../../content/sandbox-toolkit.ts'
import { TextLimit } from '../html-writer/text-limit.ts'
import { withoutTypewriter } from '../html-writer/without-typewriter.ts'
import { isMonospaced } from '../office/code-names.ts'
import { noProperties } from '../opc/core-properties.ts'
import { Reader } from './reader.ts'
import { tokensOf } from './tokens.ts'

/** Reads RTF. */
export const read: ReadDocument = async (bytes) => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!source.startsWith('{\\rtf')) throw new Unreadable('damaged', 'The document does not begin as RTF does')
  let limit = new TextLimit(bytes.length)
  let known = { properties: noProperties, pageCount: null as number | null }
  const html = await withoutTypewriter(isMonospaced, (isCodeFont) => {
    limit = new TextLimit(bytes.length)
    const reader = new Reader(isCodeFont)
    for (const token of tokensOf(source)) {
      reader.read(token)
      if (!limit.take(reader.takenLength())) break
    }
    const { html, ...rest } = reader.end()
    known = rest
    return html
  })
  return { ...known.properties, html, pageCount: known.pageCount, warnings: limit.warnings }
}
