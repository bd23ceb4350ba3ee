import { ApiError } from 'weirjs'
import type { ParserName } from 'weirjs/schemas'
import type { Sniffed } from '../converted.ts'
import { utf16Of } from '../encoding/utf-16.ts'
import type { DocumentReader } from '../service.ts'
import { isVague } from './sniff.ts'

/**
 * What reads a source: a reader that names its type, else one that names its extension where neither bytes nor server
 * tell, else one of its kind; undefined for HTML that no reader names. Throws ApiError `scraping_failed` where
 * nothing reads it.
 */
export function chooseReader(readers: readonly DocumentReader[], source: Sniffed): DocumentReader | undefined {
  const { parserName, mime, url } = source
  const byType = readers.find(({ types }) => types?.includes(mime))
  if (byType) return byType
  const extension = /\.([a-z\d]+)$/i.exec(url.pathname)?.[1]?.toLowerCase()
  const byExtension =
    extension !== undefined && parserName === 'text' && isVague(mime)
      ? readers.find(({ extensions }) => extensions?.includes(extension))
      : undefined
  if (byExtension || parserName === 'html') return byExtension
  const ofKind = (kind: ParserName) => readers.find(({ kinds }) => kinds?.includes(kind))
  const byKind = parserName === 'text' && !isText(source) ? undefined : ofKind(parserName)
  const reader = byKind ?? (mime.startsWith('text/') && isText(source) ? ofKind('text') : undefined)
  if (reader) return reader
  // What was called text only for want of anything better is what its server calls it.
  const sent = source.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const type = (parserName === 'text' && sent) || mime
  throw new ApiError(
    'scraping_failed',
    `Files of this type (${type}) cannot be read: give the address of a page, a document or data`,
    { reason: 'unsupported_type', contentType: type },
  )
}

/** What is called text for want of anything better may be any file: its first bytes tell. */
const HEAD_BYTES = 4096

/** No text but UTF-16 holds a zero byte. */
const isText = ({ body, headers }: Sniffed): boolean =>
  !body.subarray(0, HEAD_BYTES).includes(0) ||
  hasMark(body) ||
  utf16Of(body) !== undefined ||
  /charset="?utf-16/i.test(headers.get('content-type') ?? '')

const hasMark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
