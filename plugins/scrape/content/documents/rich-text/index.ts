import { noProperties } from '../package/core-properties.ts'
import { type Extract, Unreadable } from '../untrusted/extracted.ts'
import { isMonospaced } from '../word/code-names.ts'
import { withoutTypewriter } from '../writer/without-typewriter.ts'
import { Reader } from './reader.ts'
import { tokensOf } from './tokens.ts'

/** Reads RTF. */
export const extract: Extract = async (bytes) => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!source.startsWith('{\\rtf')) throw new Unreadable('damaged', 'The document does not begin as RTF does')
  let known = { properties: noProperties, pageCount: null as number | null }
  const html = await withoutTypewriter(isMonospaced, (isCodeFont) => {
    const reader = new Reader(isCodeFont)
    for (const token of tokensOf(source)) reader.read(token)
    const { html, ...rest } = reader.end()
    known = rest
    return html
  })
  return { ...known.properties, html, pageCount: known.pageCount, contentSource: 'document' }
}
