import { type Extract, Unreadable } from '../untrusted/extracted.ts'
import { Reader } from './reader.ts'
import { tokensOf } from './tokens.ts'

/** Reads RTF. */
export const extract: Extract = async (bytes) => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!source.startsWith('{\\rtf')) throw new Unreadable('damaged', 'The document does not begin as RTF does')
  const reader = new Reader()
  for (const token of tokensOf(source)) reader.read(token)
  const { html, properties, pageCount } = reader.end()
  return { ...properties, html, pageCount, contentSource: 'document' }
}
