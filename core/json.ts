/**
 * A value as JSON text that comes from elsewhere, for example from a thread, and goes into a response as it is.
 * Parsing and serialising a large value again would block the event loop.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Called by `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** The JSON of a value; undefined if it has none. */
export const jsonOf = (value: unknown): string | undefined =>
  value instanceof JsonText ? value.text : JSON.stringify(value)

/** The JSON of a value with the fields of objects sorted by name, so that equal values have the same JSON. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = value as Record<string, unknown>
  const names = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`).join(',')}}`
}

/** The value of a JsonText; any other value is returned as it is. */
export const valueOf = (value: unknown): unknown => (value instanceof JsonText ? value.toJSON() : value)

/** A JSON object. */
export type JsonObject = Record<string, unknown>

/** Whether a value is a JSON object: neither an array nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, otherwise an empty object. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Parses JSON; undefined for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
