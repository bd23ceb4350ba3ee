/**
 * A value that is already serialized as JSON, for instance on a thread, and is inserted into a response as it is.
 * Parsing and serializing a large one again would block the event loop.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** What `JSON.stringify` looks for. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** The JSON of a value; undefined if it has none. */
export const jsonOf = (value: unknown): string | undefined =>
  value instanceof JsonText ? value.text : JSON.stringify(value)

/** The JSON of a value with sorted object keys: the same for equal values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = value as Record<string, unknown>
  const names = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`).join(',')}}`
}

/** The value of a JSON text; any other value is returned as it is. */
export const valueOf = (value: unknown): unknown => (value instanceof JsonText ? value.toJSON() : value)

/** A JSON object. */
export type JsonObject = Record<string, unknown>

/** Whether a value is a JSON object: neither an array nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, else an empty one. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Services and pages nest less deep; whatever walks a value that nests much deeper would exhaust the stack. */
const MAX_NESTING = 500

/** The value of a JSON text; undefined if it is not valid, or nests deeper than 500 levels. */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts the brackets outside strings. */
function nestsTooDeep(text: string): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) isString = !isString
    else if (isString) at += code === 0x5c ? 1 : 0
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_NESTING) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}
