import type { TagInfo } from './tags.ts'

/** `Node.kind` of an element. */
export const ELEMENT = 1
/** `Node.kind` of a run of text. */
export const TEXT = 3

export type Node = Element | Text

/**
 * An element of a page. Names of tags and attributes are in lower case; values and text are decoded.
 *
 * Nodes are numbered in document order, so `a` contains `b` exactly if `a.id <= b.id && b.id <= a.end`, and a
 * selection of nodes is a typed array indexed by `id`. Readers share one tree: it is not changed after parsing.
 */
export class Element {
  readonly kind = ELEMENT
  /** The index in document order; `tree.nodes[id]` is this node. */
  id = 0
  /** The `id` of the last node within this element; its own if it is empty. */
  end = 0
  readonly name: string
  /** The properties of the tag; the same object for every element of a known name. */
  readonly tag: TagInfo
  /** Names and values alternately, each name once. Read with `attr`. */
  attrs: readonly string[]
  parent: Element | null = null
  prev: Node | null = null
  next: Node | null = null
  first: Node | null = null
  last: Node | null = null

  constructor(tag: TagInfo, attrs: readonly string[]) {
    this.name = tag.name
    this.tag = tag
    this.attrs = attrs
  }
}

/**
 * A run of text; two runs are never adjacent. White space at the edges of blocks, which is never shown, is omitted.
 */
export class Text {
  readonly kind = TEXT
  id = 0
  parent: Element | null = null
  prev: Node | null = null
  next: Node | null = null
  /**
   * Decoded text, with white space as in the source. In preformatted text (`pre`, `textarea`), line breaks are `\n`.
   */
  data: string

  constructor(data: string) {
    this.data = data
  }
}

/** A parsed page. `html`, `head` and `body` always exist, as in a browser. */
export interface Tree {
  /** The parent of `html`; its name is `#document`. */
  root: Element
  html: Element
  head: Element
  body: Element
  /** All nodes in document order, `root` first; `nodes[n.id] === n`. */
  nodes: readonly Node[]
  /** The nodes whose tags may contain URLs, so that a search for links need not visit all others. */
  leading: readonly Element[]
  /** The number of elements by the code of each known tag; absent tags need not be searched for. */
  counts: Readonly<Uint32Array>
  /** The content of `<!doctype …>`; null without one. */
  doctype: string | null
  /** Whether the page has more elements than a tree takes; of those beyond, only the text is kept. */
  isCut: boolean
}
