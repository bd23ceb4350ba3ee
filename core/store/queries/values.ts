import { ApiError } from '../../errors.ts'

/** The values that a store keeps. Booleans are 0 and 1, JSON is text; see `Store`. */
export type Value = string | number | Uint8Array | null

/** Accepts only values that SQLite and Postgres store alike, whatever their libraries would do with others. */
export function checked(values: readonly unknown[]): readonly Value[] {
  for (const value of values) {
    if (typeof value === 'string') {
      // Postgres cannot store NUL, and Deno's SQLite cuts the text there.
      if (value.includes('\0')) throw new ApiError('invalid_request', 'Text must not contain the character NUL')
    } else if (typeof value === 'number') {
      if (!Number.isSafeInteger(value)) throw new TypeError(`The store keeps whole numbers up to 2^53, not ${value}`)
    } else if (value !== null && !(value instanceof Uint8Array)) {
      throw new TypeError(
        `The store keeps whole numbers, text, bytes and null, not ${value === undefined ? 'undefined' : typeof value}`,
      )
    }
  }
  return values as readonly Value[]
}
