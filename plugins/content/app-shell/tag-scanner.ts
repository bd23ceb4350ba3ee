/** The results of `TagScanner.next`: the end of the page, a comment or similar, or a tag. */
export const END = 0
export const OTHER = 1
export const END_TAG = 2
const START_TAG = 3
/** A start tag of an element whose content is not shown; the scanner continues after its end tag. */
export const OPAQUE = 4

/** Elements whose content is not shown; only their end tag is searched for. */
const opaque = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title', 'textarea', 'select'])

/** The most characters of a tag's name that are read. */
const MAX_NAME_LENGTH = 41

/** Scans the markup of a page from tag to tag, in no more time than it takes to find them. */
export class TagScanner {
  readonly #html: string
  #at = 0
  #name = 0
  #nameEnd = 0
  /** Where the text before the tag begins and ends; the tag begins where the text ends. */
  textFrom = 0
  textTo = 0
  /** Where the tag ends. */
  tagEnd = 0
  /** Where the content of an opaque element ends. */
  contentEnd = 0

  constructor(html: string) {
    this.#html = html
  }

  /** The tag's name, in lower case. */
  get name(): string {
    return this.#html.slice(this.#name, this.#nameEnd).toLowerCase()
  }

  /** Moves to the next tag or comment. */
  next(): number {
    const html = this.#html
    const open = html.indexOf('<', this.#at)
    this.textFrom = this.#at
    this.textTo = open < 0 ? html.length : open
    if (open < 0) return END
    const mark = html.charCodeAt(open + 1)
    if (mark === 33 && html.startsWith('--', open + 2)) {
      this.#at = this.#behind('-->', open)
      return OTHER
    }
    const close = html.indexOf('>', open)
    if (close < 0) return END
    this.#at = this.tagEnd = close + 1
    const isEnd = mark === 47
    this.#name = this.#nameEnd = open + (isEnd ? 2 : 1)
    if (!isLetter(html.charCodeAt(this.#name))) return OTHER
    const most = this.#name + MAX_NAME_LENGTH
    while (this.#nameEnd < most && isOfName(html.charCodeAt(this.#nameEnd))) this.#nameEnd++
    if (isEnd) return END_TAG
    return this.#mayBeOpaque && opaque.has(this.name) ? this.#passOver() : START_TAG
  }

  /** Whether the name may be one of these; only then is it cut out of the page. */
  get #mayBeOpaque(): boolean {
    const first = this.#html.charCodeAt(this.#name) | 32
    return first === 115 || first === 116 || first === 110
  }

  #passOver(): number {
    const html = this.#html
    const name = this.name
    let end = html.indexOf('</', this.#at)
    while (end >= 0 && html.slice(end + 2, end + 2 + name.length).toLowerCase() !== name)
      end = html.indexOf('</', end + 2)
    this.contentEnd = end < 0 ? html.length : end
    this.#at = end < 0 ? html.length : this.#behind('>', end)
    return OPAQUE
  }

  #behind(mark: string, from: number): number {
    const found = this.#html.indexOf(mark, from)
    return found < 0 ? this.#html.length : found + mark.length
  }
}

const isLetter = (c: number) => (c | 32) >= 97 && (c | 32) <= 122
const isOfName = (c: number) => isLetter(c) || (c >= 48 && c <= 57) || c === 45
