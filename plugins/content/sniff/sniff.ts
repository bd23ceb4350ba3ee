import type { ParserName } from 'weirjs/schemas'
import type { Source } from '../converted.ts'
import { utf16Of } from '../encoding/utf-16.ts'
import { extensionOf } from './file-name.ts'
import { doc, docx, epub, type Kind, kind, kindOfOle, kindOfZip, odp, ods, odt, ppt, pptx, xls, xlsx } from './kinds.ts'

/** The namespace of workbooks that Excel 2003 wrote as XML. */
const OFFICE_XML = 'urn:schemas-microsoft-com:office:spreadsheet'

/** The bytes of a text that are examined. */
const HEAD_BYTES = 4096

const pdf = kind('pdf', 'application/pdf')

/** Whether the beginning of a file contains a byte that no text contains. */
const isBinary = (head: string): boolean => /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(head.slice(0, 32))

/** A tag of version 2.2 to 2.4, whose size has seven bits per byte. Source: ID3v2.4.0, section 3.1. */
const isId3 = (head: string): boolean => /^ID3[\x02-\x04][\0-\xfe][\0-\xff][\0-\x7f]{4}/.test(head)

/** White space or nothing follows the signature. Source: WebVTT, section 4.1. */
const isVtt = (head: string): boolean => /^WEBVTT(?:[ \t\r\n]|$)/.test(head)

/**
 * First bytes that identify a kind of file. `?` is any byte. If text may begin that way too, the structure that
 * follows must fit.
 */
const magic: readonly (readonly [bytes: string, kind: Kind, fits?: (head: string) => boolean])[] = [
  ['%PDF-', pdf, (head) => /^%PDF-\d\.\d/.test(head)],
  ['{\\rtf', kind('document', 'application/rtf')],
  ['\x89PNG\r\n\x1a\n', kind('image', 'image/png')],
  ['\xff\xd8\xff', kind('image', 'image/jpeg')],
  ['GIF87a', kind('image', 'image/gif'), isBinary],
  ['GIF89a', kind('image', 'image/gif'), isBinary],
  ['RIFF????WEBP', kind('image', 'image/webp'), isBinary],
  ['RIFF????AVI ', kind('video', 'video/x-msvideo'), isBinary],
  ['RIFF????WAVE', kind('video', 'audio/wav'), isBinary],
  ['\0???ftypavif', kind('image', 'image/avif')],
  ['\0???ftypavis', kind('image', 'image/avif')],
  ['\0???ftyphei', kind('image', 'image/heic')],
  ['\0???ftypmif1', kind('image', 'image/heic')],
  ['\0???ftypM4A', kind('video', 'audio/mp4')],
  ['\0???ftypqt', kind('video', 'video/quicktime')],
  ['\0???ftyp', kind('video', 'video/mp4')],
  ['II*\0', kind('image', 'image/tiff')],
  ['MM\0*', kind('image', 'image/tiff')],
  ['BM????\0\0\0\0', kind('image', 'image/bmp'), isBinary],
  ['\0\0\x01\0', kind('image', 'image/x-icon')],
  ['\x1aE\xdf\xa3', kind('video', 'video/webm')],
  ['OggS\0', kind('video', 'audio/ogg')],
  ['ID3', kind('video', 'audio/mpeg'), isId3],
  ['fLaC', kind('video', 'audio/flac'), isBinary],
  ['WEBVTT', kind('video', 'text/vtt'), isVtt],
  ['\xef\xbb\xbfWEBVTT', kind('video', 'text/vtt'), (head) => isVtt(head.slice(3))],
]

const byMime: Readonly<Record<string, ParserName>> = {
  'application/csv': 'spreadsheet',
  'application/ecmascript': 'text',
  'application/feed+json': 'feed',
  'application/graphql': 'text',
  'application/javascript': 'text',
  'application/json': 'json',
  'application/jsonl': 'json',
  'application/ld+json': 'json',
  'application/ndjson': 'json',
  'application/pdf': 'pdf',
  'application/rtf': 'document',
  'application/sql': 'text',
  'application/toml': 'text',
  'application/typescript': 'text',
  'application/x-javascript': 'text',
  'application/x-ndjson': 'json',
  'application/x-sh': 'text',
  'application/x-subrip': 'video',
  'application/x-tex': 'text',
  'application/x-yaml': 'text',
  'application/yaml': 'text',
  'message/rfc822': 'text',
  'multipart/related': 'text',
  'text/csv': 'spreadsheet',
  'text/json': 'json',
  'text/rtf': 'document',
  'text/tab-separated-values': 'spreadsheet',
  'text/vtt': 'video',
  ...Object.fromEntries(
    [doc, docx, epub, odp, ods, odt, ppt, pptx, xls, xlsx].map((each) => [each.mime, each.parserName]),
  ),
}

/** Kinds by extension, used if bytes and server tell nothing, or only that it is text. */
const byExtension: Readonly<Record<string, Kind>> = {
  csv: kind('spreadsheet', 'text/csv'),
  htm: kind('html', 'text/html'),
  html: kind('html', 'text/html'),
  json: kind('json', 'application/json'),
  jsonl: kind('json', 'application/x-ndjson'),
  ndjson: kind('json', 'application/x-ndjson'),
  srt: kind('video', 'application/x-subrip'),
  tab: kind('spreadsheet', 'text/tab-separated-values'),
  tsv: kind('spreadsheet', 'text/tab-separated-values'),
  vtt: kind('video', 'text/vtt'),
  xhtml: kind('html', 'application/xhtml+xml'),
}

/** Whether a content type tells nothing, or only that it is text. */
export const isVague = (mime: string) =>
  mime === '' ||
  mime === 'text/plain' ||
  mime === 'application/octet-stream' ||
  mime === 'binary/octet-stream' ||
  mime === 'application/force-download' ||
  mime === 'application/x-download' ||
  mime === 'application/unknown' ||
  mime === '*/*'

/** Whether a content type is that of a binary document; text with such a type is something else. */
const isBinaryDocument = (mime: string) =>
  mime === 'application/pdf' ||
  (/^application\/(vnd\.(ms-|openxml|oasis)|msword|epub)/.test(mime) && Object.hasOwn(byMime, mime))

/**
 * Determines the kind of a body: by its first bytes if these leave no doubt, then by the content type, then by what
 * the text looks like, and last by the extension of the file. `text` is the kind if nothing contradicts it.
 */
export function sniff({ body, headers, url }: Source): Kind {
  const mime = (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, HEAD_BYTES)).toString('latin1')
  const known = fromMagic(head, body, mime)
  if (known) return known
  const text = utf16Head(body) ?? head
  if ((mime === 'application/json' || mime === 'text/json') && isJsonFeed(text)) return jsonFeed
  return fromText(text, mime, url) ?? fromType(mime, text) ?? fromName(text, mime, extensionOf({ url, headers }))
}

/** The beginning of a text, if it is in UTF-16, whose characters take two bytes each. */
function utf16Head(body: Uint8Array): string | undefined {
  const marked =
    body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined
  const encoding = marked ?? utf16Of(body)
  return encoding && new TextDecoder(encoding).decode(body.subarray(0, HEAD_BYTES))
}

function fromMagic(head: string, body: Uint8Array, mime: string): Kind | undefined {
  const found = magic.find(([bytes, , fits]) => begins(head, bytes) && (fits === undefined || fits(head)))
  if (found) return found[1]
  if (head.startsWith('PK\x03\x04')) return kindOfZip(body)
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return kindOfOle(body)
  return isLatePdf(head, body, mime) ? pdf : undefined
}

/** How many bytes before its end a PDF may locate its cross-reference table. Source: ISO 32000-1, annex H.3.4.4. */
const PDF_END_BYTES = 1024

/**
 * Up to 1,024 bytes of anything may precede the signature of a PDF, but texts about PDF contain the signature too. So
 * the server must not call it text, the signature must begin a line, and the end must be that of a PDF. Source: ISO
 * 32000-1, annex H.3.4.1.
 */
function isLatePdf(head: string, body: Uint8Array, mime: string): boolean {
  const mark = /(?:^|[^\x20-\x7e])%PDF-\d\.\d/.exec(head.slice(0, 1024 + 8))
  if (!mark || mark.index > 1024 || (mime !== 'application/pdf' && (mime === 'text/plain' || !isVague(mime))))
    return false
  if (/<(html|!doctype)/i.test(head.slice(0, mark.index))) return false
  const isBlankBefore = /^\s*$/.test(head.slice(0, mark.index))
  const end = body.subarray(-PDF_END_BYTES)
  const tail = Buffer.from(end.buffer, end.byteOffset, end.byteLength)
  return isBlankBefore || tail.includes('%%EOF') || tail.includes('startxref')
}

function begins(head: string, bytes: string): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== '?' && bytes[i] !== head[i]) return false
  return true
}

/** The kind of a text that identifies itself, whatever the server calls it. */
function fromText(head: string, mime: string, url: URL): Kind | undefined {
  const text = head.startsWith('\xef\xbb\xbf') ? head.slice(3).trimStart() : head.trimStart()
  const isXml = mime.endsWith('/xml') || mime.endsWith('+xml')
  const isHtml = mime === 'text/html' || mime === 'application/xhtml+xml'
  const isDocument = isBinaryDocument(mime)
  if (!isXml && !isHtml && !isVague(mime) && !isDocument) return undefined

  if (text.startsWith('<?xml') || isXml || /^<(rss|feed|rdf:RDF|urlset|sitemapindex|svg)\b/.test(text))
    return fromXml(text)
  // Programs without a spreadsheet library often send a page and call it a spreadsheet.
  if (isDocument && /^<(table|meta|style|div|p)\b/i.test(text)) return kind('html', 'text/html')
  if (/^(<!--[\s\S]{0,500}?-->\s*)?<(!doctype\s+html|html|head|body)\b/i.test(text)) {
    // A source file that is served as text is meant to be read as text.
    return mime === 'text/plain' && !/\.x?html?$/i.test(url.pathname) && url.pathname.includes('.')
      ? undefined
      : kind('html', 'text/html')
  }
  if ((isHtml || isVague(mime)) && /^[{[]/.test(text) && looksLikeJson(text))
    return isJsonFeed(text) ? jsonFeed : kind('json', 'application/json')
  return undefined
}

const jsonFeed = kind('feed', 'application/feed+json')

/** Every feed names its version; PHP escapes slashes. Source: jsonfeed.org, version 1.1. */
const isJsonFeed = (text: string): boolean => /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org/.test(text)

/** Skips what precedes the first element: declarations, comments, a DOCTYPE without declarations. */
function withoutProlog(text: string): string {
  let at = 0
  for (;;) {
    at = text.length - text.slice(at).trimStart().length
    const isComment = text.startsWith('<!--', at)
    if (!isComment && !text.startsWith('<?', at) && !text.startsWith('<!', at)) break
    const end = isComment ? text.indexOf('-->', at + 4) : text.indexOf('>', at)
    if (end < 0 || (text.startsWith('<!', at) && !isComment && text.slice(at, end).includes('['))) break
    at = end + (isComment ? 3 : 1)
  }
  return text.slice(at)
}

/** The kind of an XML document, by its first element. */
function fromXml(text: string): Kind {
  const root = /<([a-z_][\w.:-]*)/i.exec(withoutProlog(text))?.[1]
  switch (root?.toLowerCase()) {
    case 'rss':
      return kind('feed', 'application/rss+xml')
    case 'feed':
      return kind('feed', 'application/atom+xml')
    case 'rdf:rdf':
      return /purl\.org\/rss|my\.netscape\.com\/rdf/.test(text)
        ? kind('feed', 'application/rss+xml')
        : kind('xml', 'application/rdf+xml')
    case 'html':
      return kind('html', 'application/xhtml+xml')
    case 'svg':
      return kind('image', 'image/svg+xml')
    case 'workbook':
      // Excel 2003 could save workbooks as XML.
      return text.includes(OFFICE_XML) ? xls : kind('xml', 'application/xml')
    default:
      return kind('xml', 'application/xml')
  }
}

/** Whether a text begins with tokens of JSON that prose, CSS or a script in brackets does not begin with. */
const looksLikeJson = (text: string) => /^(\{\s*("|\})|\[\s*(["{[\]\d-]|true|false|null))/.test(text)

const workbooks: readonly string[] = [ods.mime, xls.mime, xlsx.mime]

/**
 * Servers send CSV as `application/vnd.ms-excel` so that a spreadsheet program opens it; a real Excel file contains
 * bytes that text does not contain, or is XML that identifies itself.
 */
const isMislabelledCsv = (mime: string, head: string) =>
  workbooks.includes(mime) && !head.startsWith('PK') && !head.includes('\0') && !head.includes(OFFICE_XML)

function fromType(mime: string, head: string): Kind | undefined {
  if (isMislabelledCsv(mime, head)) return kind('spreadsheet', 'text/csv')
  if (Object.hasOwn(byMime, mime)) return kind(byMime[mime]!, mime)
  if (mime === 'text/html' || mime === 'application/xhtml+xml') return kind('html', mime)
  if (mime.startsWith('image/')) return kind('image', mime)
  if (mime.startsWith('video/') || mime.startsWith('audio/')) return kind('video', mime)
  if (mime.endsWith('+json')) return kind('json', mime)
  if (isVague(mime)) return undefined
  return mime.startsWith('text/') ? kind('text', mime) : undefined
}

function fromName(head: string, mime: string, extension = ''): Kind {
  if (Object.hasOwn(byExtension, extension)) return byExtension[extension]!
  // Archives have names of elements by chance.
  if (!head.includes('\0') && /<(?:p|div|a|span|table|br|h[1-6])\b[^<>]*>/i.test(head) && mime !== 'text/plain')
    return kind('html', 'text/html')
  return kind('text', mime === '' || mime === 'application/octet-stream' ? 'text/plain' : mime)
}
