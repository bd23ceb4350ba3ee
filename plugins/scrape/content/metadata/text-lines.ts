import { evenSpaces } from '../white-space.ts'

/** A line of text as a reader sees it: what stands between two block boundaries. White space is collapsed. */
export interface Line {
  text: string
  /** `id` of its first text node. */
  id: number
  /** Characters of it that stand in links. */
  linked: number
}

/** Collects the lines of text as the nodes come. */
export class TextLines {
  readonly lines: Line[] = []
  #text = ''
  #id = 0
  #linked = 0

  /** Adds the text of a node to the line. */
  add(data: string, id: number, inLink: boolean): void {
    if (this.#text === '') {
      // Many text nodes are the white space between two tags.
      if (data.charCodeAt(0) <= 32 && data.trim() === '') return
      this.#id = id
      this.#text = data
    } else this.#text += data
    if (inLink) this.#linked += data.length
  }

  /** Ends the line, if there is one. */
  end(): void {
    if (this.#text === '') return
    const trimmed = this.#text.trim()
    const text = isUneven(trimmed) ? evenSpaces(trimmed) : trimmed
    if (text) this.lines.push({ text, id: this.#id, linked: Math.min(this.#linked, text.length) })
    this.#text = ''
    this.#linked = 0
  }
}

/** White space that is more or other than a blank. */
const UNEVEN = /[\t\n\f\r\u00a0]|\s\s/

/** Whether the white space of a text is to be made even. Most texts have blanks alone, which is seen in half the time of a regular expression. */
function isUneven(text: string): boolean {
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || code === 0xa0 || (code === 32 && before === 32) || mayBeSpace(code)) return UNEVEN.test(text)
    before = code
  }
  return false
}

/** Whether a character beyond Latin is in one of the rows in which there is white space. */
const mayBeSpace = (code: number) =>
  code >= 0x1680 &&
  (code === 0x1680 ||
    (code >= 0x2000 && code < 0x2010) ||
    (code >= 0x2028 && code < 0x2060) ||
    code === 0x3000 ||
    code === 0xfeff)
