import { Room } from '../budget.ts'
import { isIcon } from '../clean/icon.ts'
import { isSpokenTwin } from '../clean/spoken-twin.ts'
import { CUT, HIDDEN } from '../clean/visibility.ts'
import { isPlaceholder } from '../links/image.ts'
import { type Element, findAll, HEADING, type Node, TEXT } from '../tree/index.ts'
import { mayMeetApart, standsApart } from '../view/seam.ts'
import { partsText } from '../view/shown.ts'
import type { View } from '../view/view.ts'
import type { Block, Contained, Link, Linked, Section } from './blocks.ts'
import { Line } from './line.ts'

/** The most characters of repeated column names, terms and texts in an outline, however long the page is. */
const MAX_REPEATED = 4_000_000
/** Characters of JSON around the texts of a block. */
const BLOCK_LENGTH = 30

const sectionOf = (heading: string | null, level: number, links?: Link[]): Section => ({
  heading,
  level,
  ...(links ? { links } : {}),
  content: [],
  sections: [],
})

const ancestorsOf = (elements: readonly Element[]): ReadonlySet<Element> => {
  const found = new Set<Element>()
  for (const { parent } of elements) for (let at = parent; at !== null && !found.has(at); at = at.parent) found.add(at)
  return found
}

export interface OutlineOptions {
  includeLinks: boolean
  includeImages: boolean
  /** Whether to omit images without a description. */
  describedImagesOnly: boolean
  /** Maps an absolute URL to the one that is written; empty if the link is omitted. */
  address(href: string): string
}

/** Adds the content of an element to an outline. */
export type ReadElement = (reader: OutlineReader, element: Element) => void

/** Reads a view once, as far as there is room. Recursion is safe, because the parser limits the depth of elements. */
export class OutlineReader {
  readonly view: View
  readonly options: OutlineOptions
  readonly room: Room
  /** The room for repeating what belongs in several places. */
  readonly repeats: Room
  readonly line: Line
  /** The list that blocks are added to. */
  content: Block[]
  /** Whether this is inside a list, a quote or a definition, where no section begins. */
  contained = false
  /** Whether everything is read as one text, as in a heading or a cell. */
  flat = false
  /** The heading or term that is read. */
  heading: Element | null = null
  /** The images of the current text; they are placed after it. */
  #images: Block[] = []
  readonly #undescribed = new Set<string>()
  readonly #open: Section[]
  #aroundTerms: ReadonlySet<Element> | undefined

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

  /** The elements that contain terms or definitions. */
  get aroundTerms(): ReadonlySet<Element> {
    const { tree } = this.view
    this.#aroundTerms ??= ancestorsOf(findAll(tree, tree.body, 'dt', 'dd'))
    return this.#aroundTerms
  }

  shows(node: Node): boolean {
    return (this.view.marks[node.id]! & (CUT | HIDDEN)) === 0
  }

  element(element: Element): void {
    if (!this.shows(element)) {
      if (partsText(this.view, element)) this.line.gap()
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
        if (standsApart(node)) this.line.gap()
        else if (mayMeetApart(node)) this.line.seam()
        this.line.text(node.data)
      } else {
        if (standsApart(node)) this.line.gap()
        else if (mayMeetApart(node)) this.line.seam()
        this.element(node)
      }
    }
  }

  /** Marks the edge of a block. */
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

  /** Adds an image. Without a description, an image that the page repeats is decoration. */
  image(src: string, alt: string): void {
    if (alt === '' && (this.#undescribed.has(src) || isPlaceholder(src))) return
    if (alt === '') this.#undescribed.add(src)
    this.room.take(src.length + alt.length + BLOCK_LENGTH)
    this.#images.push({ type: 'image', src, alt })
  }

  /** The whole content of an element as one text. The previous paragraph must have ended. */
  textOf(element: Element): Linked | null {
    this.flat = true
    this.heading = (element.tag.flags & HEADING) !== 0 || element.name === 'dt' ? element : null
    this.children(element)
    this.heading = null
    this.flat = false
    return this.line.take()
  }

  /** The blocks that `read` adds, separate from those before them. */
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

  /** What `read` adds, as a text and further blocks. The previous paragraph must have ended. */
  contain(read: () => void): Contained {
    const inner = this.blocksOf(read)
    const [first, ...rest] = inner
    if (first === undefined) return { text: '' }
    if (first.type !== 'paragraph') return { text: '', content: inner }
    const { type: _, ...text } = first
    return rest.length === 0 ? text : { ...text, content: rest }
  }

  /** Begins a section, and ends those of the same and deeper levels. */
  section(level: number, { text, links }: Linked): void {
    while (this.#open.at(-1)!.level >= level) this.#open.pop()
    this.room.take(2 * BLOCK_LENGTH)
    const section = sectionOf(text, level, links)
    this.#open.at(-1)!.sections.push(section)
    this.#open.push(section)
    this.content = section.content
  }
}
