import { isObject, type JsonObject } from 'weirjs/toolkit'

/**
 * feedsmith takes whatever has a `length` for a list of so many: one element or field that says a billion would keep
 * it for minutes. No feed has such an element or such a field of its own.
 */
const LENGTH_ELEMENT = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|(<\/?(?:[^<>\s/:]*:)?)length(?=[\s/>])/gi

/** A feed in XML, its elements named `length` by another name. */
export const renameLengths = (xml: string): string =>
  xml.replace(LENGTH_ELEMENT, (whole, start?: string) => (start === undefined ? whole : `${start}x-length`))

/** A feed in JSON, without fields of it and of its items that only seem to be lists. */
export function withoutLengths(feed: unknown): unknown {
  if (!isObject(feed)) return feed
  const fields = honestFields(feed)
  return Array.isArray(fields.items)
    ? { ...fields, items: fields.items.map((item) => (isObject(item) ? honestFields(item) : item)) }
    : fields
}

const honestFields = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isObject(value) || !('length' in value)))
