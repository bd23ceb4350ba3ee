import type { Response } from 'playwright-core'
import { sleep } from 'weirjs'

/** Milliseconds that a browser may take to return the bytes of a document that it shows. */
const BODY_TIME = 2000

/**
 * The decoded body of a response; undefined if the browser does not return it in time. Throws the signal's reason.
 */
export const bodyOf = (response: Response, signal: AbortSignal): Promise<Uint8Array | undefined> =>
  Promise.race([response.body().catch(() => undefined), sleep(BODY_TIME, signal).then(() => undefined)])

/**
 * The headers of a response whose body is decoded. Values are bytes, as in a fetch, whatever a browser has decoded
 * them as.
 */
export function headersOf(list: readonly { name: string; value: string }[]): Headers {
  const headers = new Headers()
  for (const { name, value } of list) {
    // A browser joins repeated headers with line breaks.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      for (const line of value.split('\n')) headers.append(name, asBytes(line))
  }
  return headers
}

const FIRST = 0x80
/** Characters of Windows-1252 for bytes that are control characters in Latin-1. */
const ofWindows = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, i) => FIRST + i))

/** One character per byte of a value, which Chromium decodes as Windows-1252 and Firefox as UTF-8. */
function asBytes(text: string): string {
  const beyond = text.match(/[^\0-\u00ff]/g)
  if (!beyond) return text
  if (!beyond.every((sign) => ofWindows.includes(sign))) return Buffer.from(text).toString('latin1')
  return text.replace(/[^\0-\u00ff]/g, (sign) => String.fromCharCode(FIRST + ofWindows.indexOf(sign)))
}
