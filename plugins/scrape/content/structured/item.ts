import { type Element, TEXT, type Tree, UNSEEN } from '../tree/index.ts'
import { evenSpaces } from '../white-space.ts'

/** An item of microdata or RDFa; the shape that the HTML standard gives microdata as JSON. */
export interface Item {
  [name: string]: unknown
  /** Addresses of the types, such as `https://schema.org/Product`. */
  type: string[]
  id: string | null
  /** Each property's values, in document order: strings and items. */
  properties: Record<string, ItemValue[]>
}
export type ItemValue = string | Item

/** Items nested deeper are left out. */
export const DEEPEST_ITEM = 32

/** Characters of text values on a page, and of one of them. */
const MOST_TEXT = { page: 8_000_000, value: 1_000_000 }

/**
 * What reading the items of one page may cost: an `itemref` or nested properties can have one part of a page read any
 * number of times.
 */
export class Budget {
  readonly #tree: Tree
  #nodes: number
  #characters = MOST_TEXT.page

  constructor(tree: Tree) {
    this.#tree = tree
    this.#nodes = 200_000 + 4 * tree.nodes.length
  }

  /** False when so many nodes are too many. */
  spend(nodes: number): boolean {
    this.#nodes -= nodes
    return this.#nodes > 0
  }

  /** The text of an element; null when too much was read. */
  textOf(element: Element): string | null {
    if (!this.spend(element.end - element.id)) return null
    const text = visibleText(this.#tree, element, Math.min(this.#characters, MOST_TEXT.value))
    this.#characters -= text.length
    return text
  }
}

export const newItem = (type: string[], id: string | null): Item => ({ type, id, properties: Object.create(null) })

/** Adds a value to a property. Names come from the page: the record has no prototype, and `__proto__` never goes out. */
export function addValue(item: Item, name: string, value: ItemValue): void {
  if (name === '__proto__') return
  const values = item.properties[name]
  if (values) values.push(value)
  else item.properties[name] = [value]
}

/** The text that a reader sees within an element, white space collapsed; of a long one about the first `most` characters. */
export function visibleText(tree: Tree, within: Element, most = Number.POSITIVE_INFINITY): string {
  const { nodes } = tree
  let text = ''
  for (let id = within.id + 1; id <= within.end && text.length < most; id++) {
    const node = nodes[id]!
    if (node.kind === TEXT) text += node.data.slice(0, most)
    else if (node.tag.flags & UNSEEN) id = node.end
    else if (node.name === 'br') text += ' '
  }
  return evenSpaces(text).trim()
}

/** The words of an attribute as written. */
export const words = (value: string | null): string[] => value?.split(/[\t\n\f\r ]+/).filter(Boolean) ?? []
