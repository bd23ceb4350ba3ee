/** A link of a list: its URL and attributes, with names in lower case. */
export interface Link {
  url: string
  rel: readonly string[]
  attributes: ReadonlyMap<string, string>
  /** The characters that it takes in the list. */
  length: number
}

/**
 * Parses `application/link-format` and the `Link` header, which have the same grammar: commas and semicolons may be
 * part of URLs, quoted dates and titles, so the text cannot simply be split at them. Yields undefined and stops at
 * the first syntax error, or link that is too long. Source: RFC 6690 section 2, RFC 8288 section 3.
 */
export function* readLinks(text: string): Generator<Link | undefined> {
  const reader = new Reader(text)
  for (;;) {
    reader.endAfter(MAX_LINK)
    reader.skip(SEPARATORS)
    if (reader.isCut) return yield undefined
    if (reader.isAtEnd) return
    const { at } = reader
    reader.endAfter(MAX_LINK)
    const url = reader.between('<', '>')
    const attributes = readAttributes(reader)
    if (url === undefined || reader.isCut) return yield undefined
    yield { url: url.trim(), rel: relOf(attributes), attributes, length: reader.at - at }
  }
}

/** The most characters of a link, and of what is between two. Nothing else is served while one is read. */
const MAX_LINK = 64 * 1024

const SPACE = ' \t\r\n'
const SEPARATORS = `,${SPACE}`

const relOf = (attributes: ReadonlyMap<string, string>): string[] =>
  (attributes.get('rel') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== '')

function readAttributes(reader: Reader): Map<string, string> {
  const attributes = new Map<string, string>()
  for (;;) {
    reader.skip(SPACE)
    if (!reader.isAt(';')) return attributes
    reader.skip(`;${SPACE}`)
    const name = reader.until(`=;,${SPACE}`).toLowerCase()
    reader.skip(SPACE)
    const value = reader.isAt('=') ? readValue(reader) : ''
    // The first of several equal names counts. Source: RFC 8288 section 3.3.
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
  #end: number

  constructor(text: string) {
    this.#text = text
    this.#end = text.length
  }

  get at(): number {
    return this.#at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /** Reads no more than this many characters from here on. */
  endAfter(length: number): void {
    this.#end = Math.min(this.#text.length, this.#at + length)
  }

  /** Whether it ends before the text does. */
  get isCut(): boolean {
    return this.isAtEnd && this.#end < this.#text.length
  }

  isAt(character: string): boolean {
    return !this.isAtEnd && this.#text[this.#at] === character
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

  /** The content of a quoted string, unescaped. An unclosed string ends with the text. */
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
