import { decode, parse, readMetadata } from '../../content/toolkit.ts'
import { isTextType } from './text-type.ts'

/** An archived body, and its declared type. */
export interface ArchivedBody {
  url: string
  body: Uint8Array
  contentType: string
}

export interface ReadBody {
  content: string
  encoding: 'text' | 'base64'
}

/** A page's metadata. */
export interface PageDescription {
  title: string | null
  language: string | null
}

/** Bytes that show that data are not text. */
const TELLING = 4096
const BINARY = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|x-gzip|wasm|vnd\.|font))/i

/** The body as a string. Runs on a thread, because detecting an encoding takes time. */
export function readBody({ body, contentType }: ArchivedBody): ReadBody {
  if (isText(body, contentType)) return { content: decode(body, contentType || null).text, encoding: 'text' }
  return { content: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'), encoding: 'base64' }
}

/** Title and language of an archived page; both null if it is not a page. Runs on a thread. */
export function describePage({ url, body, contentType }: ArchivedBody): PageDescription {
  if (!/html/i.test(contentType) || !isText(body, contentType)) return { title: null, language: null }
  const { text } = decode(body, contentType)
  const headers = new Headers({ 'content-type': contentType })
  const { title, language } = readMetadata(parse(text), { url: new URL(url), headers, markupLength: text.length })
  return { title, language }
}

/** Whether it is text, judged by its bytes if the type does not tell. Only UTF-16 text contains zeros. */
function isText(body: Uint8Array, contentType: string): boolean {
  if (BINARY.test(contentType)) return false
  const hasMark = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  if (hasMark || /charset\s*=\s*"?utf-?16/i.test(contentType)) return true
  const start = body.subarray(0, TELLING)
  if (start.includes(0)) return false
  if (isTextType(contentType)) return true
  return isUtf8(start)
}

/** A text cut within a character is still text. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
