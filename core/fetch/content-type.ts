/** What may be a media type, and not any. */
const isType = (text: string) => /^[^\s/;*]+\/[^\s/;]/.test(text)
const essenceOf = (type: string) => type.split(';', 1)[0]!.trim().toLowerCase()

/**
 * Headers whose content type is one, where an answer has several: the last counts, with the charset of one before it
 * of the same type. Source: WHATWG Fetch, "extract a MIME type".
 */
export function withOneContentType(given: Headers): Headers {
  const value = given.get('content-type')
  // A comma in quotes is part of a parameter.
  if (!value?.includes(',') || value.includes('"')) return given
  const types = value
    .split(',')
    .map((type) => type.trim())
    .filter(isType)
  const last = types.at(-1)
  if (last === undefined) return given
  const hasCharset = (type: string) => /;\s*charset=/i.test(type) && essenceOf(type) === essenceOf(last)
  const headers = new Headers(given)
  headers.set('content-type', types.findLast(hasCharset) ?? last)
  return headers
}
