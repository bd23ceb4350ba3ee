/** Deeper data is refused, as JSON parsers and writers recurse, ours and the caller's. */
const MAX_DEPTH = 200

/** Maximum of lists and objects, each of which takes some 100 bytes. */
const MAX_CONTAINERS = 1_000_000
/** Maximum of values. */
const MAX_VALUES = 5_000_000

/** The size of the data in a JSON text. */
export interface JsonShape {
  /** Maximum nesting of brackets. */
  depth: number
  /** Lists and objects. */
  containers: number
  values: number
  /** Characters of indentation that the text would have with two spaces per level. */
  indents: number
}

/** Measures a JSON text without parsing it. */
export const shapeOf = (text: string): JsonShape => {
  const shape: JsonShape = { depth: 0, containers: 0, values: 1, indents: 0 }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 34: {
        at = endOfString(text, at)
        break
      }
      case 91:
      case 123:
        if (++depth > shape.depth) shape.depth = depth
        shape.containers++
        shape.indents += 2 * depth
        break
      case 93:
      case 125:
        shape.indents += 2 * --depth
        break
      case 44:
        shape.values++
        shape.indents += 2 * depth
    }
  }
  return shape
}

/** Whether data of this size may be kept in memory and returned to callers. */
export const isReadable = ({ depth, containers, values }: JsonShape): boolean =>
  depth <= MAX_DEPTH && containers <= MAX_CONTAINERS && containers + values <= MAX_VALUES

/** The index of the end of the string literal at `from`. */
export const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) return at
  }
  return text.length
}

/** Parsed JSON with its text. For JSON lines, an array of their values. */
export interface Json {
  data: unknown
  source: string
}

/** Parses JSON. Undefined for text that is not JSON, and for data that is too deep or has too many values. */
export const readJson = (text: string, shape = shapeOf(text)): Json | undefined => {
  if (!isReadable(shape)) return undefined
  // Some services prefix their JSON with this, so that no page can run it as a script.
  const source = text.trim().replace(/^\)\]\}',?\s*/, '')
  const data = parsed(source)
  return data === undefined ? readLines(source) : { data, source }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON.
    return undefined
  }
}

const readLines = (text: string): Json | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const data: unknown[] = []
  for (const line of lines) {
    const value = /^\s*[{[]/.test(line) ? parsed(line) : undefined
    if (value === undefined) return undefined
    data.push(value)
  }
  return data.length > 1 ? { data, source: `[${lines.join(',')}]` } : undefined
}
