import { decode, parse, readMetadata } from '../../content/toolkit.ts'
import { isTextType } from './text-type.ts'

/** An archived body, and the content type of its server. */
export interface ArchivedBody {
  url: string
  body: Uint8Array
  contentType: string
}

export interface ReadBody {
  content: string
  encoding: 'text' | 'base64'
}

/** A page's description of itself. */
export interface PageDescription {
  title: string | null
  language: string | null
}

/** The leading bytes in which binary data is detected. */
const SNIFFED_BYTES = 4096
const BINARY = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|x-gzip|wasm|vnd\.|font))/i

/** The body as a string. Runs on a thread, because detecting the encoding takes time. */
export function readBody({ body, contentType }: ArchivedBody): ReadBody {
  if (isText(body, contentType)) return { content: decode(body, contentType || null).text, encoding: 'text' }
  return { content: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'), encoding: 'base64' }
}

/** The title and language of an archived page; both null for anything but pages. Runs on a thread. */
export function describePage({ url, body, contentType }: ArchivedBody): PageDescription {
  if (!/html/i.test(contentType) || !isText(body, contentType)) return { title: null, language: null }
  const { text } = decode(body, contentType)
  const headers = new Headers({ 'content-type': contentType })
  const { title, language } = readMetadata(parse(text), { url: new URL(url), headers, markupLength: text.length })
  return { title, language }
}

/**
 * Whether it is text, judged by its bytes if the type is not conclusive. Except in UTF-16, text contains no zero
 * bytes.
 */
function isText(body: Uint8Array, contentType: string): boolean {
  if (BINARY.test(contentType)) return false
  const hasMark = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  if (hasMark || /charset\s*=\s*"?utf-?16/i.test(contentType)) return true
  const start = body.subarray(0, SNIFFED_BYTES)
  if (start.includes(0)) return false
  if (isTextType(contentType)) return true
  return isUtf8(start)
}

/** A character that is cut at the end is allowed. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
