/** The headers of an answer whose body is given decoded. */
export function headersOf(list: readonly { name: string; value: string }[]): Headers {
  const headers = new Headers()
  for (const { name, value } of list) {
    // A browser joins what it got several times with line breaks.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      for (const line of value.split('\n')) headers.append(name, line)
  }
  return headers
}
