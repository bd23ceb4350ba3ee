import type { Room } from '../budget.ts'
import { collapse } from '../tree/index.ts'
import { isSeam } from '../view/seam.ts'
import { withoutInvisible, withoutWraps } from '../white-space.ts'
import type { Link, Linked } from './blocks.ts'

/** Collects the text of a paragraph, with white space collapsed, and the links in it. */
export class Line {
  readonly #room: Room
  readonly #pieces: string[] = []
  readonly #links: Link[] = []
  #open: { link: Link; pieces: string[] } | null = null
  #spaced = true
  #seam = false
  #endedLink = false

  constructor(room: Room) {
    this.#room = room
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0
  }

  get hasLinks(): boolean {
    return this.#links.length > 0
  }

  get inLink(): boolean {
    return this.#open !== null
  }

  text(data: string): void {
    let text = withoutWraps(withoutInvisible(data)).replace(/[\t\n\f\r ]+/g, ' ')
    if (this.#spaced && text.startsWith(' ')) text = text.slice(1)
    if (text === '') return
    if (this.#seam) this.#part(text)
    this.#endedLink = false
    this.#spaced = text.endsWith(' ')
    this.#room.take(text.length * (this.#open === null ? 1 : 2))
    this.#pieces.push(text)
    this.#open?.pieces.push(text)
  }

  gap(): void {
    this.text(' ')
  }

  /** Marks the edge of an element: a blank is added there if the texts would run together. */
  seam(): void {
    this.#seam = true
  }

  #part(next: string): void {
    this.#seam = false
    if (this.#spaced) return
    const last = this.#pieces.at(-1)!
    const { length } = last
    const [previous, before] = [last.charCodeAt(length - 2), last.charCodeAt(length - 1)]
    if (isSeam(previous, before, next.charCodeAt(0), next.charCodeAt(1))) this.gap()
  }

  /** Adds a blank between two adjoining links. */
  gapBetweenLinks(): void {
    if (this.#endedLink) this.gap()
  }

  break(): void {
    if (this.isEmpty) return
    this.#spaced = true
    this.#pieces.push('\n')
    this.#open?.pieces.push(' ')
  }

  /** Begins a link. It belongs to the text in which its own begins, even if that ends before the link does. */
  openLink(url: string): void {
    const link = { text: '', url }
    this.#room.take(url.length)
    this.#links.push(link)
    this.#open = { link, pieces: [] }
  }

  /** Ends the link. `name` is used if it has no text. */
  closeLink(name: string): void {
    if (this.#open === null) return
    this.#endedLink = true
    const { link, pieces } = this.#open
    link.text = collapse(pieces.join('')) || name
    this.#open = null
    if (link.text === '' && this.#links.at(-1) === link) this.#links.pop()
  }

  /** Takes the collected text out of the line; null if there is none. */
  take(): Linked | null {
    const text = this.#pieces.join('').replaceAll(' \n', '\n').trim()
    this.#pieces.length = 0
    this.#spaced = true
    this.#open?.pieces.push(' ')
    if (text === '') return null
    const links = this.takeLinks()
    const open = this.#open
    if (open !== null && links.at(-1) === open.link && open.pieces.join('').trim() === '')
      this.#links.push(links.pop()!)
    return links.length === 0 ? { text } : { text, links }
  }

  /** Takes the links that no text has taken. */
  takeLinks(): Link[] {
    return this.#links.splice(0)
  }
}
