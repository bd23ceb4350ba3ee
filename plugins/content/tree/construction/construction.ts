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
 * The maximum depth of elements, as in Chromium; deeper elements become siblings. It bounds searches on the stack,
 * and lets readers recurse.
 */
export const MAX_DEPTH = 512

/**
 * The most nodes; further tags are dropped, and their text is kept. A page of nothing but tags would take gigabytes.
 * Real pages have some 30 nodes per kilobyte, so this covers 16 MB, and no format has more than 16 MiB.
 */
const MAX_NODES = 500_000
/**
 * Interrupted formatting is reopened only while there are fewer nodes than `MIN_NODES` plus `NODES_PER_CHARACTER` for
 * each character: a few bytes can reopen two dozen elements, while any other markup needs at least two characters per
 * element.
 */
const MIN_NODES = 20_000
const NODES_PER_CHARACTER = 0.25

const TABLE = knownTag('table')
const TEMPLATE = knownTag('template')

/** A tree under construction: where the next node goes, and what has to be reopened before it. */
export class Construction {
  readonly root = new Element(tagOf('#document'), NONE)
  readonly html = new Element(tagOf('html'), NONE)
  readonly head = new Element(tagOf('head'), NONE)
  readonly body = new Element(tagOf('body'), NONE)
  readonly formatting = new Formatting()
  readonly open = new OpenElements(this.html, this.formatting)
  /** Tags opened beyond the maximum depth. */
  readonly beyond: TagInfo[] = []
  /** The open form; forms nested in it are ignored. */
  form: Element | null = null
  /** The element that takes the text after its start tag; null if that element was dropped. */
  raw: Element | null = null
  /** The number of nodes, and of elements by tag code. */
  size = 4
  readonly counts = new Uint32Array(TAG_CODES)
  /** The number of nodes from which on formatting is no longer reopened. */
  readonly #reopened: number

  /** `length` is the length of the source. */
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

  /** Whether the current element is a table, or a part of one, that takes no text. */
  get isInTable(): boolean {
    const { current, namespace } = this.open
    return (current.tag.flags & TABLE_CONTEXT) !== 0 && namespace === HTML_NS
  }

  /** Whether white space here would be at the edge of a block, where it is never shown. */
  get isAtEdge(): boolean {
    const { last, tag } = this.open.current
    return ((last === null ? tag.flags : last.kind === TEXT ? 0 : last.tag.flags) & BLOCK) !== 0
  }

  /** Appends a new element, and opens it if it takes content; false if it was not opened. */
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

  /** Appends a new element without opening it. */
  place(element: Element): void {
    this.count(element)
    if (this.isInTable && !isTableChild(element)) this.#foster(element)
    else append(this.open.current, element)
  }

  /** Creates a copy of an element; the caller adds it to the tree. */
  copy({ tag, attrs }: Element): Element {
    const element = new Element(tag, attrs)
    this.count(element)
    return element
  }

  count({ tag }: Element): void {
    this.size++
    this.counts[tag.code]!++
  }

  /** Adds text to the current element or, in a table, before the table. */
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

  /** Reopens the formatting elements that a block has interrupted. */
  reopen(): void {
    if (!this.formatting.cut || this.size > this.#reopened) return
    this.formatting.reopen(({ tag, attrs }) => {
      this.push(tag, attrs)
      return this.open.current
    })
  }

  /** Puts a node before the table around `context`, or into `context` if there is no such table. */
  fosterFrom(context: Element, node: Node): void {
    let table: Element | null = context
    while (table !== null && table.tag !== TABLE) table = table.parent
    if (table?.parent) insertBefore(node, table)
    else append(context, node)
  }

  /** Content that is not allowed in a table is moved before it, as in browsers. */
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

  /** The innermost open table, unless a template is nearer. */
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
