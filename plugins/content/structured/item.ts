import { type Element, TEXT, type Tree, UNSEEN } from '../tree/index.ts'
import { evenSpaces, withoutWraps } from '../white-space.ts'

/** An item of microdata or RDFa, in the shape in which the HTML standard writes microdata as JSON. */
export interface Item {
  [name: string]: unknown
  /** The URLs of the types, such as `https://schema.org/Product`. */
  type: string[]
  id: string | null
  /** The values of each property, in document order: strings and items. */
  properties: Record<string, ItemValue[]>
}
export type ItemValue = string | Item

/** The maximum depth of items; deeper ones are omitted. */
export const MAX_ITEM_DEPTH = 32

/** The most characters of values on a page, each counted for every property that has it, and of a single text. */
const MAX_TEXT = { page: 8_000_000, value: 1_000_000 }
/** The most values on a page, each counted for every property that has it. */
const MAX_VALUES = 200_000

/**
 * Limits the cost of reading the items of a page: an `itemref` or nested properties can repeat a part of a page any
 * number of times, and an item that is several properties of another is repeated for each.
 */
export class ItemBudget {
  readonly #tree: Tree
  #nodes: number
  #characters = MAX_TEXT.page
  #values = MAX_VALUES
  readonly #sizes = new WeakMap<Item, Size>()

  constructor(tree: Tree) {
    this.#tree = tree
    this.#nodes = 200_000 + 4 * tree.nodes.length
  }

  /** Takes nodes from the budget; false if it is exhausted. */
  spend(nodes: number): boolean {
    this.#nodes -= nodes
    return this.#nodes > 0
  }

  /** The text of an element; null if the budget is exhausted. */
  textOf(element: Element): string | null {
    if (!this.spend(element.end - element.id)) return null
    return visibleText(this.#tree, element, Math.min(this.#characters, MAX_TEXT.value))
  }

  /**
   * Adds a value to properties of an item, as long as the budget allows. `__proto__`, which a page may write, is
   * never output.
   */
  addValue(item: Item, names: readonly string[], value: ItemValue): void {
    const size = this.#sizeOf(value)
    const whole = this.#sizeOf(item)
    for (const name of names) {
      if (name === '__proto__') continue
      this.#characters -= size.characters + name.length
      this.#values -= size.values
      if (this.#characters < 0 || this.#values < 0) return
      whole.characters += size.characters
      whole.values += size.values
      const values = item.properties[name]
      if (values) values.push(value)
      else item.properties[name] = [value]
    }
  }

  #sizeOf(value: ItemValue): Size {
    if (typeof value === 'string') return { characters: value.length, values: 1 }
    let size = this.#sizes.get(value)
    if (size === undefined) {
      size = { characters: 0, values: 1 }
      this.#sizes.set(value, size)
    }
    return size
  }
}

/** The size of a value when it is written out. */
interface Size {
  characters: number
  values: number
}

export const newItem = (type: string[], id: string | null): Item => ({ type, id, properties: Object.create(null) })

/** The visible text of an element, with white space collapsed; at most about `most` characters. */
export function visibleText(tree: Tree, within: Element, most = Number.POSITIVE_INFINITY): string {
  const { nodes } = tree
  let text = ''
  for (let id = within.id + 1; id <= within.end && text.length < most; id++) {
    const node = nodes[id]!
    if (node.kind === TEXT) text += withoutWraps(node.data.slice(0, most))
    else if (node.tag.flags & UNSEEN) id = node.end
    else if (node.name === 'br') text += ' '
  }
  return evenSpaces(text).trim()
}

/** The words of an attribute, as written. */
export const words = (value: string | null): string[] => value?.split(/[\t\n\f\r ]+/).filter(Boolean) ?? []
