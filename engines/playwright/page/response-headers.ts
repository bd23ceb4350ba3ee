/**
 * The headers of an answer whose body is given decoded. Values are of bytes, as a fetch gives them: a browser reads
 * UTF-8 where a server writes it.
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

/** A character for each byte, of what has characters beyond those. */
function asBytes(text: string): string {
  return /[^\0-\u00ff]/.test(text) ? Buffer.from(text).toString('latin1') : text
}
