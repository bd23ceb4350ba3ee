import sniffEncoding from 'html-encoding-sniffer'
import { guessEncoding, tellingBytes } from './guess.ts'
import { nameOf, strictly } from './names.ts'
import { oddness } from './oddness.ts'
import { utf16Of } from './utf-16.ts'

/** A decoded body. */
export interface Decoded {
  text: string
  /** The name of the encoding in the Encoding standard, in lower case. */
  encoding: string
}

/** How many bytes are searched for a late `<meta charset>`; the standard's prescan ends after 1,024. */
const LATE_META_BYTES = 65_536
/** Text at least this odd is not in its declared encoding. */
const ODD = 0.15

/**
 * Decodes bytes: by a byte order mark, by the `charset` of the content type, by `<meta>` or the XML declaration, as
 * UTF-8 if they are valid, and otherwise by a guess. A declaration that the bytes contradict is ignored, because
 * servers declare encodings of files that they never read. Source: the HTML standard, section 13.2.3.
 */
export function decode(body: Uint8Array, contentType: string | null): Decoded {
  const marked = byteOrderMark(body) ?? utf16Of(body)
  if (marked !== undefined) return decodeAs(body, marked)
  if (hasEscapes(body)) return decodeAs(body, 'iso-2022-jp')

  const legacy: string[] = []
  // The markup is searched only if the server's declaration is insufficient, as that takes half as long as decoding.
  for (const declared of [() => fromContentType(contentType), () => fromMarkup(body, 1024)]) {
    const encoding = declared()
    if (encoding === undefined) continue
    if (encoding === 'utf-8') {
      const text = strictly(body, 'utf-8')
      if (text !== undefined) return { text, encoding }
      if (isUtf8ButFor(body, DECLARED_RATIO)) return decodeAs(body, encoding)
    } else if (encoding.startsWith('utf-16')) {
      if (body.subarray(0, 256).includes(0)) return decodeAs(body, encoding)
    } else legacy.push(encoding)
  }

  // Text in another encoding is hardly ever valid UTF-8 by chance.
  const text = legacy.length > 0 && isAscii(body) ? undefined : strictly(body, 'utf-8')
  if (text !== undefined) return { text, encoding: 'utf-8' }
  // A stray byte, or an end within a character, does not mean that the whole text is in another encoding.
  if (isUtf8ButFor(body, UNDECLARED_RATIO)) return decodeAs(body, 'utf-8')
  const late = fromMarkup(body, LATE_META_BYTES)
  if (late !== undefined && late !== 'utf-8') legacy.push(late)
  return decodeAs(body, legacy.find((encoding) => isPlausible(body, encoding)) ?? lastResort(body, legacy[0]))
}

const decodeAs = (body: Uint8Array, encoding: string): Decoded => ({
  text: new TextDecoder(encoding).decode(body),
  encoding,
})

/** Whether the bytes may be in the declared encoding. An encoding that the author defines cannot be checked. */
const isPlausible = (body: Uint8Array, encoding: string): boolean =>
  encoding === 'x-user-defined' || oddnessAs(encoding, body) < ODD

const oddnessAs = (encoding: string, body: Uint8Array) => oddness(new TextDecoder(encoding).decode(tellingBytes(body)))

/** A guess, if it gives less odd text than the declared encoding. */
function lastResort(body: Uint8Array, declared: string | undefined): string {
  const guessed = guessEncoding(body)
  if (declared === undefined) return guessed
  return oddnessAs(guessed, body) < oddnessAs(declared, body) / 2 ? guessed : declared
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return undefined
}

/**
 * Whether the bytes are ASCII with the escape sequences that begin Japanese, which no other text contains. Source:
 * RFC 1468.
 */
const hasEscapes = (body: Uint8Array): boolean => {
  const at = body.indexOf(ESC)
  if (at < 0) return false
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return (bytes.includes('\x1b$B') || bytes.includes('\x1b$@')) && isAscii(body)
}
const ESC = 0x1b

const fromContentType = (contentType: string | null) =>
  nameOf(/;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1])

/** The encoding named by `<meta>` or an XML declaration. */
const fromMarkup = (body: Uint8Array, bytes: number) =>
  nameOf(sniffEncoding(body, { maxPrescanBytes: bytes, defaultEncoding: '' }))

const isAscii = (body: Uint8Array) => {
  for (const byte of body) if (byte > 127) return false
  return true
}

/** The fewest UTF-8 characters per invalid byte: if UTF-8 is declared, and if it is not. */
const DECLARED_RATIO = 2
const UNDECLARED_RATIO = 10

/** Whether the bytes are UTF-8 apart from some damage. A character cut by the end does not count as damage. */
function isUtf8ButFor(body: Uint8Array, ratio: number): boolean {
  let good = 0
  let bad = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!
    if (byte < 128) continue
    const more = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0
    let follow = 0
    while (follow < more && (body[i + follow + 1]! & 0xc0) === 0x80) follow++
    if (more > 0 && follow === more) good++
    else if (i + follow + 1 < body.length || more === 0) bad++
    i += follow
  }
  return good > ratio * bad
}
