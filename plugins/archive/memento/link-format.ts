/** A link of a list: its URL and attributes, with lower-case names. */
export interface Link {
  url: string
  rel: readonly string[]
  attributes: ReadonlyMap<string, string>
}

/**
 * Parses `application/link-format` and the `Link` header, which have the same grammar. Commas and semicolons may
 * occur in URLs, and in quoted dates and titles, so splitting at them is not possible. Yields undefined, and ends, if
 * what follows is not a link. Source: RFC 6690 section 2, RFC 8288 section 3.
 */
export function* readLinks(text: string): Generator<Link | undefined> {
  const reader = new Reader(text)
  reader.skip(SEPARATORS)
  while (!reader.isAtEnd) {
    const url = reader.between('<', '>')
    if (url === undefined) return yield undefined
    yield linkOf(url.trim(), readAttributes(reader))
    reader.skip(SEPARATORS)
  }
}

const SPACE = ' \t\r\n'
const SEPARATORS = `,${SPACE}`

function linkOf(url: string, attributes: ReadonlyMap<string, string>): Link {
  const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
  return { url, rel: rel.filter((name) => name !== ''), attributes }
}

function readAttributes(reader: Reader): Map<string, string> {
  const attributes = new Map<string, string>()
  for (;;) {
    reader.skip(SPACE)
    if (!reader.isAt(';')) return attributes
    reader.skip(`;${SPACE}`)
    const name = reader.until(`=;,${SPACE}`).toLowerCase()
    reader.skip(SPACE)
    const value = reader.isAt('=') ? readValue(reader) : ''
    // Of duplicates the first counts. Source: RFC 8288 section 3.3.
    if (name !== '' && !attributes.has(name)) attributes.set(name, value)
  }
}

function readValue(reader: Reader): string {
  reader.skip(`=${SPACE}`)
  return reader.isAt('"') ? reader.quoted() : reader.until(`;,${SPACE}`)
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  isAt(character: string): boolean {
    return this.#text[this.#at] === character
  }

  skip(characters: string): void {
    while (!this.isAtEnd && characters.includes(this.#text[this.#at]!)) this.#at++
  }

  until(characters: string): string {
    const start = this.#at
    while (!this.isAtEnd && !characters.includes(this.#text[this.#at]!)) this.#at++
    return this.#text.slice(start, this.#at)
  }

  between(open: string, close: string): string | undefined {
    if (!this.isAt(open)) return undefined
    const end = this.#text.indexOf(close, this.#at)
    if (end < 0) return undefined
    const inner = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    return inner
  }

  /** The text between quotes, unescaped; an unclosed one ends with the input. */
  quoted(): string {
    let value = ''
    this.#at++
    while (!this.isAtEnd) {
      const part = this.until('"\\')
      value += part
      if (this.isAt('"')) {
        this.#at++
        return value
      }
      value += this.#text[this.#at + 1] ?? ''
      this.#at += 2
    }
    return value
  }
}
