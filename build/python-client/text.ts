/** Reserved words of Python, as far as the API uses them as names. */
const KEYWORDS = new Set(['class', 'def', 'del', 'from', 'global', 'import', 'in', 'is', 'lambda', 'pass', 'return'])
/** Attributes of pydantic's models. */
const OF_MODELS = new Set(['construct', 'copy', 'dict', 'fields', 'json', 'schema', 'validate'])

export const isName = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)

/** The name of an argument: `from` becomes `from_`. */
export const argument = (name: string) =>
  isName(name) ? name : `${name.replace(/\W/g, '_')}${KEYWORDS.has(name) ? '_' : ''}`

/** The name of a model's field: `json` becomes `json_`. */
export const field = (name: string) => (OF_MODELS.has(name) ? `${name}_` : argument(name))

/** Turns `createKey` into `create_key`. */
export function snake(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return KEYWORDS.has(words) ? `${words}_` : words
}

export const pascal = (name: string) => name.replace(/(?:^|\W|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Wraps text to lines of at most `width` characters, with `indent` before the first and `rest` before the others. */
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

/** Formats paragraphs as a docstring. */
export function docstring(paragraphs: readonly string[], indent: string): string[] {
  const safe = paragraphs.map((text) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"'))
  const [first = '', ...others] = safe
  const head = wrap(first, `${indent}"""`, indent)
  const body = others.flatMap((text) => wrap(text, indent, `${indent}    `))
  if (body.length > 0) return [...head, '', ...body, `${indent}"""`]
  // A quotation mark at the end would close the docstring too early.
  const last = head.pop() ?? ''
  return [...head, `${last}${last.endsWith('"') && last.trim() !== '"""' ? ' ' : ''}"""`]
}

export const literal = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value)
