/** Deeper data is not read: readers and writers of JSON recurse, ours and the caller's. */
const MAX_DEPTH = 200

/** Lists and objects that are read; each takes some 100 bytes. */
const MAX_CONTAINERS = 1_000_000
/** Values that are read. */
const MAX_VALUES = 5_000_000

/** What a text of JSON would be as data. */
export interface JsonShape {
  /** How deep brackets nest. */
  depth: number
  /** Lists and objects. */
  containers: number
  values: number
  /** Characters of indents that the text would have with two for each level. */
  indents: number
}

/** Looks at a text without reading it. */
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

/** Whether the data of a text may be held, and handed to who reads it. */
export const isReadable = ({ depth, containers, values }: JsonShape): boolean =>
  depth <= MAX_DEPTH && containers <= MAX_CONTAINERS && containers + values <= MAX_VALUES

/** Where the string ends that begins here. */
export const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) return at
  }
  return text.length
}

/** What a text of JSON says, and the text that says it: of several lines, an array of their values. */
export interface Json {
  data: unknown
  source: string
}

/** Reads JSON; undefined for what is not JSON, and for data that nests too deep or has too many values. */
export const readJson = (text: string, shape = shapeOf(text)): Json | undefined => {
  if (!isReadable(shape)) return undefined
  // Some services put this before their JSON, so that no page can run it as script.
  const source = text.trim().replace(/^\)\]\}',?\s*/, '')
  const data = parsed(source)
  return data === undefined ? readLines(source) : { data, source }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // It is not JSON.
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
