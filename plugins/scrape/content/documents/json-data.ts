/** Deeper data is not read: readers and writers of JSON recurse, ours and the caller's. */
const MAX_DEPTH = 200

/** How deep brackets nest, and how many characters of indents the text would have with two for each level. */
export const measureNesting = (text: string): { depth: number; indents: number } => {
  let depth = 0
  let deepest = 0
  let indents = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 34: {
        at = endOfString(text, at)
        break
      }
      case 91:
      case 123:
        if (++depth > deepest) deepest = depth
        indents += 2 * depth
        break
      case 93:
      case 125:
        indents += 2 * --depth
        break
      case 44:
        indents += 2 * depth
    }
  }
  return { depth: deepest, indents }
}

/** Where the string ends that begins here. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) return at
  }
  return text.length
}

/**
 * What JSON says; of several lines of it, their values in an array. Undefined for what is no JSON, and for data that
 * nests deeper than 200 levels.
 */
export const parseJson = (text: string): unknown => {
  if (measureNesting(text).depth > MAX_DEPTH) return undefined
  // Some services put this before their JSON, so that no page can run it as script.
  const trimmed = text.trim().replace(/^\)\]\}',?\s*/, '')
  const value = parsed(trimmed)
  return value === undefined ? parseLines(trimmed) : value
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // That it is none is the answer.
    return undefined
  }
}

const parseLines = (text: string): unknown[] | undefined => {
  const values: unknown[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const value = /^\s*[{[]/.test(line) ? parsed(line) : undefined
    if (value === undefined) return undefined
    values.push(value)
  }
  return values.length > 1 ? values : undefined
}
