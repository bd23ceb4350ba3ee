import { attr, ELEMENT, type Element, hasAttr, resolve, type Tree } from '../tree/index.ts'
import { type Item, ItemBudget, type ItemValue, MAX_ITEM_DEPTH, newItem, words } from './item.ts'

/** The attribute with the value of an element. Source: the HTML standard, section 5.2.4. */
const addressAttribute: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
}

/** Reads the microdata of a page. `scopes` are its elements with `itemscope`, in document order. */
export class MicrodataReader {
  readonly #tree: Tree
  readonly #base: URL
  readonly #budget: ItemBudget
  #byId: Map<string, Element> | undefined

  constructor(tree: Tree, base: URL) {
    this.#tree = tree
    this.#base = base
    this.#budget = new ItemBudget(tree)
  }

  /** The items that are not properties of others. */
  read(scopes: readonly Element[]): Item[] {
    return scopes.filter((scope) => !hasAttr(scope, 'itemprop')).map((scope) => this.#item(scope, [scope]))
  }

  #item(scope: Element, path: readonly Element[]): Item {
    const id = attr(scope, 'itemid')
    const item = newItem(words(attr(scope, 'itemtype')), id === null ? null : (resolve(id, this.#base)?.href ?? id))
    const seen = new Set<Element>([scope])
    this.#within(scope, item, path, seen)
    for (const name of words(attr(scope, 'itemref'))) {
      const element = this.#elementById(name)
      if (!element || seen.has(element)) continue
      seen.add(element)
      if (this.#property(element, item, path)) this.#within(element, item, path, seen)
    }
    return item
  }

  /** Reads the properties below an element, except those of nested items. */
  #within(element: Element, item: Item, path: readonly Element[], seen: Set<Element>): void {
    const { nodes } = this.#tree
    for (let id = element.id + 1; id <= element.end; id++) {
      const node = nodes[id]!
      if (node.kind !== ELEMENT) continue
      if (!this.#budget.spend(1)) return
      if (node.attrs.length === 0 && node.name !== 'template') continue
      if (seen.has(node) || !this.#property(node, item, path)) id = node.end
      else if (node.name === 'template') id = node.end
    }
  }

  /** Adds the element's properties to the item; false if the element's content belongs to a nested item. */
  #property(element: Element, item: Item, path: readonly Element[]): boolean {
    const scoped = hasAttr(element, 'itemscope')
    const names = words(attr(element, 'itemprop'))
    if (names.length > 0) {
      const value = scoped ? this.#nested(element, path) : this.#value(element)
      if (value !== null) this.#budget.addValue(item, names, value)
    }
    return !scoped
  }

  #nested(scope: Element, path: readonly Element[]): Item | null {
    // Through `itemref` an item can contain itself.
    if (path.length >= MAX_ITEM_DEPTH || path.includes(scope)) return null
    return this.#item(scope, [...path, scope])
  }

  #value(element: Element): ItemValue | null {
    // The standard allows `content` only on `meta`, but publishers write it everywhere, and search engines read it.
    const content = attr(element, 'content')
    if (content !== null) return content.trim()
    const address = addressAttribute[element.name]
    if (address) {
      const value = attr(element, address) ?? attr(element, 'data-src')
      return value === null ? '' : (resolve(value, this.#base)?.href ?? value.trim())
    }
    if (element.name === 'time') {
      const datetime = attr(element, 'datetime')
      if (datetime !== null) return datetime.trim()
    }
    if (element.name === 'data' || element.name === 'meter') {
      const value = attr(element, 'value')
      if (value !== null) return value.trim()
    }
    return this.#budget.textOf(element)
  }

  #elementById(id: string): Element | undefined {
    if (!this.#byId) {
      this.#byId = new Map()
      for (const node of this.#tree.nodes) {
        if (node.kind !== ELEMENT) continue
        const own = attr(node, 'id')
        if (own !== null && !this.#byId.has(own)) this.#byId.set(own, node)
      }
    }
    return this.#byId.get(id)
  }
}
