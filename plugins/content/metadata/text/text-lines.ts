import { evenSpaces, withoutWraps } from '../../white-space.ts'

/** A line of text as a reader sees it: the text between two block boundaries, with white space collapsed. */
export interface Line {
  text: string
  /** The `id` of its first text node. */
  id: number
  /** The number of its characters in links. */
  linked: number
}

/** Collects the lines of text, node by node. */
export class TextLines {
  readonly lines: Line[] = []
  #text = ''
  #id = 0
  #linked = 0

  /** Adds the text of a node to the line. */
  add(data: string, id: number, inLink: boolean): void {
    if (this.#text === '') {
      // Many text nodes are only white space between tags.
      if (data.charCodeAt(0) <= 32 && data.trim() === '') return
      this.#id = id
      this.#text = withoutWraps(data)
    } else this.#text += withoutWraps(data)
    if (inLink) this.#linked += data.length
  }

  /** Ends the line, if there is one. */
  end(): void {
    if (this.#text === '') return
    const text = evenSpaces(this.#text.trim())
    if (text) this.lines.push({ text, id: this.#id, linked: Math.min(this.#linked, text.length) })
    this.#text = ''
    this.#linked = 0
  }
}
