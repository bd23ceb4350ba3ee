import { Room } from '../budget.ts'
import { isIcon } from '../clean/icon.ts'
import { isSeparator } from '../clean/separator.ts'
import { isSpokenTwin } from '../clean/spoken-twin.ts'
import { CUT, HIDDEN } from '../clean/visibility.ts'
import { isPlaceholder } from '../links/image.ts'
import { type Element, type Node, TEXT } from '../tree/index.ts'
import { areValues, mayMeetApart } from '../view/seam.ts'
import type { View } from '../view/view.ts'
import type { Block, Contained, Link, Linked, Section } from './blocks.ts'
import { Line } from './line.ts'

/** Names of columns, terms and texts that a page's outline repeats, however long it is. Characters. */
const MAX_REPEATED = 4_000_000
/** Characters of JSON around what a block says. */
const BLOCK_LENGTH = 30

const sectionOf = (heading: string | null, level: number, links?: Link[]): Section => ({
  heading,
  level,
  ...(links ? { links } : {}),
  content: [],
  sections: [],
})

export interface OutlineOptions {
  includeLinks: boolean
  includeImages: boolean
  /** Images without a description are left out. */
  describedImagesOnly: boolean
  /** What is written for an absolute address; nothing for one that is left out. */
  address(href: string): string
}

/** Adds what an element holds to an outline. */
export type ReadElement = (reader: OutlineReader, element: Element) => void

/**
 * Reads a view once, as far as there is room. Elements nest no deeper than the parser lets them, so that it may
 * recurse.
 */
export class OutlineReader {
  readonly view: View
  readonly options: OutlineOptions
  readonly room: Room
  /** For what stands in several places. */
  readonly repeats: Room
  readonly line: Line
  /** Where blocks go to. */
  content: Block[]
  /** Within a list, a quote or a definition no section begins. */
  contained = false
  /** Within a heading or a cell everything is one text. */
  flat = false
  /** Images of the text that is being gathered; they come behind it. */
  #images: Block[] = []
  readonly #undescribed = new Set<string>()
  readonly #open: Section[]

  readonly #readerOf: (element: Element) => ReadElement

  constructor(view: View, options: OutlineOptions, room: Room, readerOf: (element: Element) => ReadElement) {
    this.#readerOf = readerOf
    this.view = view
    this.room = room
    this.repeats = new Room(Math.min(room.left / 2, MAX_REPEATED))
    this.line = new Line(room)
    this.options = options
    this.#open = [sectionOf(null, 0)]
    this.content = this.#open[0]!.content
  }

  read(): Section[] {
    const top = this.#open[0]!
    for (const root of this.view.roots) {
      this.element(root)
      this.flush()
    }
    const { sections, ...preamble } = top
    return preamble.content.length > 0 ? [{ ...preamble, sections: [] }, ...sections] : sections
  }

  shows(node: Node): boolean {
    return (this.view.marks[node.id]! & (CUT | HIDDEN)) === 0
  }

  element(element: Element): void {
    if (!this.shows(element)) {
      if (isSeparator(element)) this.line.gap()
      return
    }
    if (this.room.isFull || isSpokenTwin(element, this.view.marks)) return
    if (isIcon(element)) this.line.gap()
    else this.#readerOf(element)(this, element)
  }

  children(parent: Element): void {
    for (let node = parent.first; node !== null && !this.room.isFull; node = node.next) {
      if (node.kind === TEXT) {
        if (!this.shows(node)) continue
        if (mayMeetApart(node)) this.line.seam()
        this.line.text(node.data)
      } else {
        if (areValues(node)) this.line.gap()
        else if (mayMeetApart(node)) this.line.seam()
        this.element(node)
      }
    }
  }

  /** The edge of a block. */
  boundary(): void {
    if (this.flat) this.line.gap()
    else this.flush()
  }

  /** Ends the paragraph, if there is one. */
  flush(): void {
    const text = this.line.take()
    if (text !== null) {
      this.room.take(BLOCK_LENGTH)
      this.content.push({ type: 'paragraph', ...text })
    }
    if (this.#images.length > 0) {
      for (const image of this.#images) this.content.push(image)
      this.#images = []
    }
    if (this.line.inLink || !this.line.hasLinks) return
    const links = this.line.takeLinks().filter((link) => link.text !== '')
    if (links.length > 0) this.content.push({ type: 'links', links })
  }

  /** An image without a description is decoration where the page shows it again. */
  image(src: string, alt: string): void {
    if (alt === '' && (this.#undescribed.has(src) || isPlaceholder(src))) return
    if (alt === '') this.#undescribed.add(src)
    this.room.take(src.length + alt.length + BLOCK_LENGTH)
    this.#images.push({ type: 'image', src, alt })
  }

  /** All that an element says as one text; the paragraph before it has ended. */
  textOf(element: Element): Linked | null {
    this.flat = true
    this.children(element)
    this.flat = false
    return this.line.take()
  }

  /** The blocks that something is read as, apart from those before it. */
  blocksOf(read: () => void): Block[] {
    const { content, contained } = this
    const inner: Block[] = []
    this.content = inner
    this.contained = true
    read()
    this.flush()
    this.content = content
    this.contained = contained
    return inner
  }

  /** What an element holds, as a text and what follows it; the paragraph before it has ended. */
  contain(element: Element): Contained {
    const inner = this.blocksOf(() => this.children(element))
    const [first, ...rest] = inner
    if (first === undefined) return { text: '' }
    if (first.type !== 'paragraph') return { text: '', content: inner }
    const { type: _, ...text } = first
    return rest.length === 0 ? text : { ...text, content: rest }
  }

  /** Begins a section, and ends those of its level and deeper ones. */
  section(level: number, { text, links }: Linked): void {
    while (this.#open.at(-1)!.level >= level) this.#open.pop()
    this.room.take(2 * BLOCK_LENGTH)
    const section = sectionOf(text, level, links)
    this.#open.at(-1)!.sections.push(section)
    this.#open.push(section)
    this.content = section.content
  }
}
