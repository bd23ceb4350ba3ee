import { type Element, TEXT, type Tree, UNSEEN } from '../tree/index.ts'

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

/**
 * What reading the items of one page may cost, in nodes visited: an `itemref` or nested properties can have one part of a
 * page read any number of times.
 */
export class Budget {
  #left: number

  constructor(tree: Tree) {
    this.#left = 200_000 + 4 * tree.nodes.length
  }

  /** False when it is used up. */
  spend(nodes: number): boolean {
    this.#left -= nodes
    return this.#left > 0
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

/** The text that a reader sees within an element, white space collapsed. */
export function visibleText(tree: Tree, within: Element): string {
  const { nodes } = tree
  let text = ''
  for (let id = within.id + 1; id <= within.end; id++) {
    const node = nodes[id]!
    if (node.kind === TEXT) text += node.data
    else if (node.tag.flags & UNSEEN) id = node.end
    else if (node.name === 'br') text += ' '
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** The words of an attribute as written. */
export const words = (value: string | null): string[] => value?.split(/[\t\n\f\r ]+/).filter(Boolean) ?? []
