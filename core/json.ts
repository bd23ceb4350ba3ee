/**
 * A value as its JSON: it was written elsewhere, on a thread say, and is put into an answer as it stands. To make an
 * object of a large one and write that again would hold up everybody.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** What `JSON.stringify` goes by. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** The JSON of a value; undefined for what has none. */
export const jsonOf = (value: unknown): string | undefined =>
  value instanceof JsonText ? value.text : JSON.stringify(value)

/** The JSON of a value with the fields of its objects in the order of their names: the same for equal values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = value as Record<string, unknown>
  const names = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`).join(',')}}`
}

/** The value that a JSON text holds; any other is itself. */
export const valueOf = (value: unknown): unknown => (value instanceof JsonText ? value.toJSON() : value)

/** An object of JSON. */
export type JsonObject = Record<string, unknown>

/** Whether a value is an object of JSON: no array, and not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value where it is an object, else an empty one. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The value of a JSON text; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
