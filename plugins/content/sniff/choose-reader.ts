import { ApiError } from 'weirjs'
import type { ParserName } from 'weirjs/schemas'
import type { Sniffed } from '../converted.ts'
import { utf16Of } from '../encoding/utf-16.ts'
import type { DocumentReader } from '../service.ts'
import { extensionOf } from './file-name.ts'
import { isVague } from './sniff.ts'

/**
 * The reader of a source: one that names its type, otherwise one that names its extension if neither bytes nor server
 * tell the type, otherwise one of its kind; undefined for HTML that no reader names. Throws ApiError
 * `scraping_failed` if there is none.
 */
export function chooseReader(readers: readonly DocumentReader[], source: Sniffed): DocumentReader | undefined {
  const { parserName, mime } = source
  const byType = readers.find(({ types }) => types?.includes(mime))
  if (byType) return byType
  const extension = extensionOf(source)
  const byExtension =
    extension !== undefined && parserName === 'text' && isVague(mime)
      ? readers.find(({ extensions }) => extensions?.includes(extension))
      : undefined
  if (byExtension || parserName === 'html') return byExtension
  const ofKind = (kind: ParserName) => readers.find(({ kinds }) => kinds?.includes(kind))
  const byKind = parserName === 'text' && !isText(source) ? undefined : ofKind(parserName)
  const reader = byKind ?? (mime.startsWith('text/') && isText(source) ? ofKind('text') : undefined)
  if (reader) return reader
  // If it was only assumed to be text, the server's content type is more informative.
  const sent = source.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const type = (parserName === 'text' && sent) || mime
  throw new ApiError(
    'scraping_failed',
    `Files of this type (${type}) cannot be read: use the URL of a page, a document or data`,
    { reason: 'unsupported_type', contentType: type },
  )
}

/** The first bytes decide whether what was assumed to be text is some other file. */
const HEAD_BYTES = 4096

/** The share of control characters that a text may have: old printers and terminals left a few. */
const MAX_CONTROLS = 0.02

/** No text except UTF-16 contains a zero byte, or many control characters. */
const isText = ({ body, headers }: Sniffed): boolean =>
  !isBinary(body.subarray(0, HEAD_BYTES)) ||
  hasMark(body) ||
  utf16Of(body) !== undefined ||
  /charset="?utf-16/i.test(headers.get('content-type') ?? '')

function isBinary(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head) {
    if (byte === 0) return true
    if (CONTROLS[byte]) controls++
  }
  return controls > MAX_CONTROLS * head.length
}

/**
 * Bytes that are no white space, begin no other alphabet (0x0e, 0x0f and 0x1b do), and separate no records (0x1c to
 * 0x1f do).
 */
const CONTROLS = Array.from(
  { length: 256 },
  (_, byte) => byte < 0x20 && !/[\x07-\x0f\x1b-\x1f]/.test(String.fromCharCode(byte)),
)

const hasMark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
