/** The most characters of a record that are part of the input. */
export const MAX_RECORD = 4_000

type Fields = Readonly<Record<string, unknown>>

/** A record's value as text. */
export const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * A record's own fields, as far as they will be read: a list may repeat a document of many megabytes in each row,
 * which would all be stored, and kept in memory.
 */
export function readFields(fields: Fields): Fields {
  const read: [string, unknown][] = []
  let left = MAX_RECORD
  for (const [name, value] of Object.entries(fields)) {
    if (left <= 0) break
    const text = shown(value)
    read.push([name.slice(0, left), text.length > left ? text.slice(0, left) : value])
    left -= name.length + text.length
  }
  return Object.fromEntries(read)
}
