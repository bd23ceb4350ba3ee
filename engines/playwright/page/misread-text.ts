import type { Response } from 'playwright-core'
import { bodyOf } from './response.ts'

/**
 * The most characters of a page that are checked: if every letter was misread, this blocks the process for some 80
 * ms.
 */
const MAX_LENGTH = 1_000_000

/** Bytes 0x80 to 0x9F in Windows-1252; higher ones are the same as in Latin-1. */
const marks = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at))
const byteOf = new Map([...marks].map((mark, at) => [mark, 0x80 + at]))

/** A UTF-8 continuation byte, read as Windows-1252 and written as HTML. */
const CONTINUATION = `(?:[${marks}\u00a0-\u00bf]|&nbsp;)`
const SEQUENCE = new RegExp(
  `[\u00c2-\u00df]${CONTINUATION}|[\u00e0-\u00ef]${CONTINUATION}{2}|[\u00f0-\u00f4]${CONTINUATION}{3}`,
  'g',
)

/**
 * The HTML of a page with wrongly decoded text repaired. Browsers read a page that declares no encoding as
 * Windows-1252, even if it is UTF-8. Each misread letter shows which it was. Text that scripts added is left alone,
 * and so is a page of over a million characters.
 */
export async function rereadAsUtf8(
  html: string,
  { encoding, response, signal }: { encoding: string; response: Response; signal: AbortSignal },
): Promise<string> {
  if (encoding !== 'windows-1252' || html.length > MAX_LENGTH) return html
  const bytes = await bodyOf(response, signal)
  const sent = bytes && asUtf8(bytes)
  // Firefox converts what it has read in other encodings to UTF-8; what looks like a sequence there is made of real
  // letters.
  if (sent === undefined || sent.search(SEQUENCE) >= 0) return html
  const decoded = new Map<string, string>()
  return html.replace(SEQUENCE, (sequence) => {
    let letter = decoded.get(sequence)
    if (letter === undefined) {
      letter = decodeSequence(sequence)
      decoded.set(sequence, letter)
    }
    return letter
  })
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decodeSequence(sequence: string): string {
  const characters = sequence.replaceAll('&nbsp;', '\u00a0')
  return asUtf8(Uint8Array.from(characters, (one) => byteOf.get(one) ?? one.charCodeAt(0))) ?? sequence
}
