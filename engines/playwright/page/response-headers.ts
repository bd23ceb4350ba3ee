/**
 * The headers of an answer whose body is given decoded. Values are of bytes, as a fetch gives them, whatever a
 * browser has read them as.
 */
export function headersOf(list: readonly { name: string; value: string }[]): Headers {
  const headers = new Headers()
  for (const { name, value } of list) {
    // A browser joins what it got several times with line breaks.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      for (const line of value.split('\n')) headers.append(name, asBytes(line))
  }
  return headers
}

const FIRST = 0x80
/** What Windows-1252 has for bytes that are control characters in Latin-1. */
const ofWindows = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, i) => FIRST + i))

/** A character for each byte of a value, which Chromium reads as Windows-1252 and Firefox as UTF-8. */
function asBytes(text: string): string {
  const beyond = text.match(/[^\0-\u00ff]/g)
  if (!beyond) return text
  if (!beyond.every((sign) => ofWindows.includes(sign))) return Buffer.from(text).toString('latin1')
  return text.replace(/[^\0-\u00ff]/g, (sign) => String.fromCharCode(FIRST + ofWindows.indexOf(sign)))
}
