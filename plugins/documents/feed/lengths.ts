import { isObject, type JsonObject } from 'weirjs/toolkit'

/**
 * feedsmith treats every object with a `length` as a list of that length, so that a single element or field with a
 * length of a billion would keep it busy for minutes. No feed format has an element or a field of that name.
 */
const LENGTH_ELEMENT = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|(<\/?(?:[^<>\s/:]*:)?)length(?=[\s/>])/gi

/** Renames elements named `length` in an XML feed. */
export const renameLengths = (xml: string): string =>
  xml.replace(LENGTH_ELEMENT, (whole, start?: string) => (start === undefined ? whole : `${start}x-length`))

/** Removes fields that only look like lists from a JSON feed and its items. */
export function withoutLengths(feed: unknown): unknown {
  if (!isObject(feed)) return feed
  const fields = honestFields(feed)
  return Array.isArray(fields.items)
    ? { ...fields, items: fields.items.map((item) => (isObject(item) ? honestFields(item) : item)) }
    : fields
}

const honestFields = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isObject(value) || !('length' in value)))
