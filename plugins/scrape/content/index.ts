import { ApiError } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Converted, DocumentReader, Sniffed, Source } from './converted.ts'
import { readers } from './documents/index.ts'
import { utf16Of } from './encoding/utf-16.ts'
import { readPage } from './read-page.ts'
import { sniff } from './sniff.ts'

export { checkSelectors } from './clean/select.ts'
export type { Converted, Source } from './converted.ts'

/**
 * A page or document in the formats that were asked for. What it is, its bytes tell before its server does; HTML is parsed
 * once, and only what the formats need is made of it. Throws ApiError `invalid_options` for a selector that is none, and
 * `scraping_failed` for what cannot be read, with `unsupported_type` as its reason where there is no reader.
 *
 * @example
 * const { markdown } = await convert({ url, headers, body }, { ...options, formats: new Set(['markdown']) })
 */
export async function convert(source: Source, options: ContentOptions, signal?: AbortSignal): Promise<Converted> {
  const kind = sniff(source.body, source.headers.get('content-type'), source.url)
  const sniffed: Sniffed = { ...source, ...kind }
  return readerOf(sniffed)(sniffed, options, signal)
}

/** What is called text for want of anything better may be any file: its first bytes tell. */
const HEAD_BYTES = 4096

function readerOf({ parserName, mime, headers, body }: Sniffed): DocumentReader {
  if (parserName === 'html') return readPage
  const reader = readers[parserName] ?? (mime.startsWith('text/') ? readers.text : undefined)
  const isText = reader !== readers.text || isUtf16(body, headers) || !body.subarray(0, HEAD_BYTES).includes(0)
  if (reader !== undefined && isText) return reader
  throw new ApiError(
    500,
    'scraping_failed',
    `Files of this type (${mime}) cannot be read: give the address of a page, a document or data`,
    { reason: 'unsupported_type', contentType: mime },
  )
}

/** No other text holds a zero byte. */
const isUtf16 = (body: Uint8Array, headers: Headers): boolean => {
  const isMarked = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  return isMarked || utf16Of(body) !== undefined || /charset="?utf-16/i.test(headers.get('content-type') ?? '')
}
