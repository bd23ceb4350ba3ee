import { NONE } from '../attributes.ts'
import { append, insertBefore } from '../link-nodes.ts'
import { Element, type Node, TEXT, Text } from '../node.ts'
import {
  BLOCK,
  knownTag,
  RAW,
  RAW_ENTITIES,
  TABLE_CONTEXT,
  TABLE_PART,
  TAG_CODES,
  type TagInfo,
  tagOf,
  VOID,
} from '../tags.ts'
import { Formatting } from './formatting.ts'
import { HTML_NS, OpenElements } from './open-elements.ts'

/**
 * Elements nest no deeper, as in Chromium: a deeper one becomes a sibling. So searches on the stack have a bound, and
 * readers may recurse.
 */
export const MAX_DEPTH = 512

/**
 * Tags beyond are dropped, their text is kept: a page of nothing but tags would take gigabytes. Real pages have some
 * 30 for each kilobyte, so it is 16 MB of one, and no format has more than 16 MiB.
 */
const MAX_NODES = 500_000
/**
 * Formatting that was cut short is opened again while there are fewer nodes than so many, and for each character: a
 * few bytes can open two dozen elements, where markup of any kind makes one of two characters at the most.
 */
const MIN_NODES = 20_000
const NODES_PER_CHARACTER = 0.25

const TABLE = knownTag('table')
const TEMPLATE = knownTag('template')

/** A tree that is being made: where the next node goes, and what has to be opened again before it. */
export class Construction {
  readonly root = new Element(tagOf('#document'), NONE)
  readonly html = new Element(tagOf('html'), NONE)
  readonly head = new Element(tagOf('head'), NONE)
  readonly body = new Element(tagOf('body'), NONE)
  readonly formatting = new Formatting()
  readonly open = new OpenElements(this.html, this.formatting)
  /** Tags that were opened beyond the greatest depth. */
  readonly beyond: TagInfo[] = []
  /** The form that is open; another one within it is ignored. */
  form: Element | null = null
  /** Takes the text that follows its start tag; null where that element was dropped. */
  raw: Element | null = null
  /** How many nodes there are, and how many elements of each known tag. */
  size = 4
  readonly counts = new Uint32Array(TAG_CODES)
  /** How many nodes there may be for formatting to be opened again. */
  readonly #reopened: number

  /** `length` is that of the source. */
  constructor(length: number) {
    this.#reopened = MIN_NODES + NODES_PER_CHARACTER * length
    append(this.root, this.html)
    append(this.html, this.head)
    append(this.html, this.body)
    for (const { tag } of [this.html, this.head, this.body]) this.counts[tag.code] = 1
  }

  get isFull(): boolean {
    return this.size >= MAX_NODES
  }

  /** Whether the current element is a table or a part of one that takes no text. */
  get isInTable(): boolean {
    const { current, namespace } = this.open
    return (current.tag.flags & TABLE_CONTEXT) !== 0 && namespace === HTML_NS
  }

  /** Whether white space would stand at the edge of a block, where it is never shown. */
  get isAtEdge(): boolean {
    const { last, tag } = this.open.current
    return ((last === null ? tag.flags : last.kind === TEXT ? 0 : last.tag.flags) & BLOCK) !== 0
  }

  /** Appends a new element and opens it, if it takes content; false when it was not opened. */
  push(tag: TagInfo, attrs: readonly string[], namespace = HTML_NS, selfClosing = false): boolean {
    const element = new Element(tag, attrs)
    this.place(element)
    const isHtml = namespace === HTML_NS
    if (selfClosing || (isHtml && (tag.flags & VOID) !== 0)) return false
    if (this.open.length >= MAX_DEPTH) {
      this.beyond.push(tag)
      return false
    }
    this.open.enter(element, namespace)
    if (isHtml && (tag.flags & (RAW | RAW_ENTITIES)) !== 0) this.raw = element
    return true
  }

  /** Appends a new element, which stays closed. */
  place(element: Element): void {
    this.count(element)
    if (this.isInTable && !isTableChild(element)) this.#foster(element)
    else append(this.open.current, element)
  }

  /** An element like another, which is put into the tree by other means. */
  copy({ tag, attrs }: Element): Element {
    const element = new Element(tag, attrs)
    this.count(element)
    return element
  }

  count({ tag }: Element): void {
    this.size++
    this.counts[tag.code]!++
  }

  /** Text for the current element; in a table, for the place before it. */
  text(data: string): void {
    if (this.isInTable) this.#fosterText(data)
    else this.appendText(this.open.current, data)
  }

  appendText(parent: Element, data: string): void {
    const { last } = parent
    if (last?.kind === TEXT) {
      last.data += data
      return
    }
    this.size++
    append(parent, new Text(data))
  }

  /** Opens again the formatting that a block has cut short. */
  reopen(): void {
    if (!this.formatting.cut || this.size > this.#reopened) return
    this.formatting.reopen(({ tag, attrs }) => {
      this.push(tag, attrs)
      return this.open.current
    })
  }

  /** Puts a node before the table that an element belongs to, or into the element where that stands nowhere. */
  fosterFrom(context: Element, node: Node): void {
    let table: Element | null = context
    while (table !== null && table.tag !== TABLE) table = table.parent
    if (table?.parent) insertBefore(node, table)
    else append(context, node)
  }

  /** What cannot stand in a table is moved before it, as browsers do. */
  #foster(node: Node): void {
    const table = this.#table()
    if (table === null) append(this.open.current, node)
    else this.fosterFrom(table, node)
  }

  #fosterText(data: string): void {
    const table = this.#table()
    if (table === null || table.parent === null) this.appendText(this.open.current, data)
    else if (table.prev?.kind === TEXT) table.prev.data += data
    else {
      this.size++
      insertBefore(new Text(data), table)
    }
  }

  /** The innermost open table, if no template is nearer. */
  #table(): Element | null {
    for (let i = this.open.length - 1; i > 0; i--) {
      const element = this.open.at(i)
      if (element.tag === TABLE) return element
      if (element.tag === TEMPLATE) return null
    }
    return null
  }
}

const isTableChild = ({ tag, attrs }: Element): boolean => {
  if ((tag.flags & TABLE_PART) !== 0) return true
  switch (tag.name) {
    case 'script':
    case 'style':
    case 'template':
    case 'form':
      return true
    case 'input':
      return attrs.some((value, i) => i % 2 === 1 && value.toLowerCase() === 'hidden' && attrs[i - 1] === 'type')
    default:
      return false
  }
}
