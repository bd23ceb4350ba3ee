import type { TagInfo } from './tags.ts'

/** `Node.kind` of an element. */
export const ELEMENT = 1
/** `Node.kind` of a run of text. */
export const TEXT = 3

export type Node = Element | Text

/**
 * An element of a page. Names of tags and attributes are in lower case, values and text are decoded.
 *
 * Nodes are numbered in document order, so that `a` contains `b` exactly when `a.id <= b.id && b.id <= a.end`, and a
 * selection of nodes is a typed array indexed by `id`. Readers share one tree: nobody changes it once it is parsed.
 */
export class Element {
  readonly kind = ELEMENT
  /** Place in document order; `tree.nodes[id]` is this node. */
  id = 0
  /** `id` of the last node within this element; its own where it is empty. */
  end = 0
  readonly name: string
  /** What is known of the tag; the same object for every element of a known name. */
  readonly tag: TagInfo
  /** Names and values in turn, each name once. Read it by `attr`. */
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
 * A run of text; two runs are never next to each other. White space at the edges of blocks, which is never shown, is
 * none.
 */
export class Text {
  readonly kind = TEXT
  id = 0
  parent: Element | null = null
  prev: Node | null = null
  next: Node | null = null
  /**
   * Entities decoded, white space as in the source; where it is shown as it is (`pre`, `textarea`), line breaks are
   * `\n`.
   */
  data: string

  constructor(data: string) {
    this.data = data
  }
}

/** A parsed page. `html`, `head` and `body` always exist, as in a browser. */
export interface Tree {
  /** The nameless parent of `html`; its name is `#document`. */
  root: Element
  html: Element
  head: Element
  body: Element
  /** All nodes in document order, `root` first; `nodes[n.id] === n`. */
  nodes: readonly Node[]
  /** Those of them whose tags may lead somewhere: whoever looks for links need not look at all the others. */
  leading: readonly Element[]
  /** How often each known tag occurs, by its code: what a page has not need not be looked for. */
  counts: Readonly<Uint32Array>
  /** What stands in `<!doctype …>`, null without one. */
  doctype: string | null
  /** Whether the page has more elements than a tree takes: of those beyond only the text is there. */
  isCut: boolean
}
