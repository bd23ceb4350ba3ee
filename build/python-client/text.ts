/** Words that Python keeps for itself, as far as names of the API are among them. */
const KEYWORDS = new Set(['class', 'def', 'del', 'from', 'global', 'import', 'in', 'is', 'lambda', 'pass', 'return'])
/** What a model of pydantic has of its own. */
const OF_MODELS = new Set(['construct', 'copy', 'dict', 'fields', 'json', 'schema', 'validate'])

export const isName = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)

/** The name of an argument: `from_` of `from`. */
export const argument = (name: string) =>
  isName(name) ? name : `${name.replace(/\W/g, '_')}${KEYWORDS.has(name) ? '_' : ''}`

/** The name of a model's field: `json_` of `json`. */
export const field = (name: string) => (OF_MODELS.has(name) ? `${name}_` : argument(name))

/** `create_key` of `createKey`. */
export function snake(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return KEYWORDS.has(words) ? `${words}_` : words
}

export const pascal = (name: string) => name.replace(/(?:^|\W|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Lines of at most `width` characters, the first after `indent`, the others after `rest`. */
export function wrap(text: string, indent: string, rest = indent, width = 110): string[] {
  const lines: string[] = []
  let line = indent
  let isEmpty = true
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = rest
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}

/** Paragraphs as a docstring. */
export function docstring(paragraphs: readonly string[], indent: string): string[] {
  const safe = paragraphs.map((text) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"'))
  const [first = '', ...others] = safe
  const head = wrap(first, `${indent}"""`, indent)
  const body = others.flatMap((text) => wrap(text, indent, `${indent}    `))
  if (body.length > 0) return [...head, '', ...body, `${indent}"""`]
  // A quotation mark at the end would end it too early.
  const last = head.pop() ?? ''
  return [...head, `${last}${last.endsWith('"') && last.trim() !== '"""' ? ' ' : ''}"""`]
}

export const literal = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value)
