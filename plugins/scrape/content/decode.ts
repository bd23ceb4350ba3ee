import { analyse } from 'chardet'
import sniffEncoding from 'html-encoding-sniffer'

export interface Decoded {
  text: string
  /** The encoding's name in the Encoding standard, lower case. */
  encoding: string
}

/** How far a late `<meta charset>` is looked for; the standard's prescan ends after 1,024 bytes. */
const LATE_META_BYTES = 65_536
/** What the guess reads. */
const GUESS_BYTES = 32_768

/** What pages in a language were written in before UTF-8, the likelier first. */
const byLanguage: Readonly<Record<string, readonly string[]>> = {
  ar: ['windows-1256', 'iso-8859-6'],
  be: ['windows-1251', 'koi8-r'],
  bg: ['windows-1251', 'koi8-r'],
  cs: ['windows-1250', 'iso-8859-2'],
  el: ['windows-1253', 'iso-8859-7'],
  fa: ['windows-1256'],
  he: ['windows-1255', 'iso-8859-8'],
  hr: ['windows-1250', 'iso-8859-2'],
  hu: ['iso-8859-2', 'windows-1250'],
  ja: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  ko: ['euc-kr'],
  lt: ['windows-1257', 'iso-8859-13'],
  lv: ['windows-1257', 'iso-8859-13'],
  pl: ['iso-8859-2', 'windows-1250'],
  ro: ['windows-1250', 'iso-8859-2'],
  ru: ['windows-1251', 'koi8-r'],
  sk: ['windows-1250', 'iso-8859-2'],
  sl: ['windows-1250', 'iso-8859-2'],
  sr: ['windows-1250', 'windows-1251'],
  th: ['windows-874'],
  tr: ['windows-1254', 'iso-8859-9'],
  uk: ['windows-1251', 'koi8-u'],
  vi: ['windows-1258'],
  zh: ['gbk', 'big5', 'gb18030'],
}

/**
 * Bytes as text: by a byte order mark, by the `charset` of the content type, by `<meta>` or the XML declaration, as UTF-8
 * where the bytes are that, and else by a guess. A declaration that the bytes belie does not count, since servers declare
 * for files they never look at. Source: the HTML standard, section 13.2.3.
 */
export function decode(body: Uint8Array, contentType: string | null): Decoded {
  const marked = byteOrderMark(body)
  if (marked !== undefined) return decodeAs(body, marked)

  const declared = [fromContentType(contentType), fromMarkup(body, 1024)]
  for (const encoding of declared) {
    if (encoding === undefined) continue
    if (encoding === 'utf-8') {
      const text = strictly(body, 'utf-8')
      if (text !== undefined) return { text, encoding }
      if (mostlyUtf8(body)) return decodeAs(body, encoding)
    } else if (encoding.startsWith('utf-16')) {
      if (body.subarray(0, 256).includes(0)) return decodeAs(body, encoding)
    } else {
      // Text in another encoding is hardly ever valid UTF-8 by chance.
      const text = isAscii(body) ? undefined : strictly(body, 'utf-8')
      return text === undefined ? decodeAs(body, encoding) : { text, encoding: 'utf-8' }
    }
  }

  const text = strictly(body, 'utf-8')
  if (text !== undefined) return { text, encoding: 'utf-8' }
  const late = fromMarkup(body, LATE_META_BYTES)
  return decodeAs(body, late === undefined || late === 'utf-8' ? guess(body) : late)
}

const decodeAs = (body: Uint8Array, encoding: string): Decoded => ({
  text: new TextDecoder(encoding).decode(body),
  encoding,
})

/** The text if the bytes are valid in this encoding. */
function strictly(body: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body)
  } catch {
    // This is how the decoder says that the bytes are something else.
    return undefined
  }
}

/** The name of the encoding with this label; undefined for one that is unknown or is not to be decoded. */
function nameOf(label: string | null | undefined): string | undefined {
  if (!label) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return undefined
}

const fromContentType = (contentType: string | null) =>
  nameOf(/;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1])

/** The encoding that `<meta>` or an XML declaration names. */
const fromMarkup = (body: Uint8Array, bytes: number) =>
  nameOf(sniffEncoding(body, { maxPrescanBytes: bytes, defaultEncoding: '' }))

const isAscii = (body: Uint8Array) => {
  for (const byte of body) if (byte > 127) return false
  return true
}

/** Whether what is no UTF-8 in these bytes looks like damage to a text that otherwise is. */
function mostlyUtf8(body: Uint8Array): boolean {
  let good = 0
  let bad = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!
    if (byte < 128) continue
    const more = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0
    let follow = 0
    while (follow < more && (body[i + follow + 1]! & 0xc0) === 0x80) follow++
    if (more > 0 && follow === more) good++
    else bad++
    i += follow
  }
  return good > 2 * bad
}

/** Undeclared and not UTF-8: what the letters look like, held against what the page says of its language. */
function guess(body: Uint8Array): string {
  const sample = body.subarray(0, GUESS_BYTES)
  const guesses = analyse(densest(body)).flatMap(({ name }) => nameOf(name) ?? [])
  const lang = /<html\b[^>]{0,500}?\blang\s*=\s*["']?([a-z]{2})\b/i.exec(new TextDecoder('latin1').decode(sample))?.[1]
  const likely = byLanguage[lang?.toLowerCase() ?? ''] ?? []
  return (
    guesses.find((name) => likely.includes(name)) ??
    likely.find((name) => strictly(body, name) !== undefined) ??
    guesses.find((name) => name !== 'utf-8' && !name.startsWith('utf-16')) ??
    'windows-1252'
  )
}

/** The stretch of the bytes that begins with the first that is no ASCII: the markup before it says nothing. */
function densest(body: Uint8Array): Uint8Array {
  const first = body.findIndex((byte) => byte > 127)
  const from = Math.max(0, first - 256)
  return body.subarray(from, from + GUESS_BYTES)
}
