import { attr, ELEMENT, type Element, hasAttr, resolve, type Tree } from '../tree/index.ts'
import { type Item, ItemBudget, type ItemValue, MAX_ITEM_DEPTH, newItem, words } from './item.ts'

/** Prefixes that need no declaration. Source: the RDFa 1.1 initial context, as far as pages use it. */
const known: Readonly<Record<string, string>> = {
  schema: 'http://schema.org/',
  dc: 'http://purl.org/dc/terms/',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  og: 'http://ogp.me/ns#',
  sioc: 'http://rdfs.org/sioc/ns#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  v: 'http://rdf.data-vocabulary.org/#',
}

/** Properties of the page's head, which are read as Open Graph and the like. */
const OF_THE_HEAD = /^(?:og|fb|article|book|profile|product|music|video|twitter|al):/

/** The most characters of a vocabulary's URL, which is prepended to each name. */
const MAX_ADDRESS = 256
/** The most prefixes that apply in one place. */
const MAX_PREFIXES = 64

interface Scope {
  vocab: string | null
  prefixes: ReadonlyMap<string, string>
}

/**
 * Reads RDFa Lite: `vocab`, `typeof`, `property`, `resource` and `prefix`, and `about` as a synonym of `resource`.
 * `typed` are the page's elements with `typeof`, in document order. Types are returned as URLs, properties of the
 * vocabulary by their short names. Source: https://www.w3.org/TR/rdfa-lite/
 */
export class RdfaReader {
  readonly #tree: Tree
  readonly #base: URL
  readonly #budget: ItemBudget
  /** The cached scopes of elements around items. */
  readonly #scopes = new Map<Element, Scope>()

  constructor(tree: Tree, base: URL) {
    this.#tree = tree
    this.#base = base
    this.#budget = new ItemBudget(tree)
  }

  /** The items that are not properties of others. */
  read(typed: readonly Element[]): Item[] {
    const items: Item[] = []
    let covered = -1
    for (const element of typed) {
      // An item within an item is a property of it, or an item of its own if it has no `property`.
      if (element.id <= covered && hasAttr(element, 'property')) continue
      items.push(this.#item(element, this.#scopeAt(element), 1))
      covered = Math.max(covered, element.end)
    }
    return items.filter(({ type, properties }) => type.length > 0 && Object.keys(properties).length > 0)
  }

  #item(element: Element, outer: Scope, depth: number): Item {
    const scope = narrow(outer, element)
    const id = attr(element, 'resource') ?? attr(element, 'about')
    const item = newItem(
      words(attr(element, 'typeof')).map((name) => expand(name, scope)),
      id === null ? null : (resolve(id, this.#base)?.href ?? id),
    )
    const { nodes } = this.#tree
    // Declarations of `vocab` and `prefix` further down apply until the end of their element.
    const scopes: { end: number; scope: Scope }[] = [{ end: element.end, scope }]
    for (let at = element.id + 1; at <= element.end; at++) {
      const node = nodes[at]!
      if (node.kind !== ELEMENT) continue
      if (!this.#budget.spend(1)) break
      while (scopes.at(-1)!.end < at) scopes.pop()
      const here = narrow(scopes.at(-1)!.scope, node)
      if (here !== scopes.at(-1)!.scope) scopes.push({ end: node.end, scope: here })
      const typed = hasAttr(node, 'typeof')
      const names = words(attr(node, 'property')).filter((name) => !OF_THE_HEAD.test(name))
      if (names.length > 0) {
        const value = typed ? (depth < MAX_ITEM_DEPTH ? this.#item(node, here, depth + 1) : null) : this.#value(node)
        if (value !== null)
          this.#budget.addValue(
            item,
            names.map((name) => shorten(name, here)),
            value,
          )
      }
      if (typed) at = node.end
    }
    return item
  }

  #value(element: Element): ItemValue | null {
    const content = attr(element, 'content')
    if (content !== null) return content.trim()
    const address = attr(element, 'resource') ?? attr(element, 'href') ?? attr(element, 'src')
    if (address !== null) return resolve(address, this.#base)?.href ?? address.trim()
    const datetime = attr(element, 'datetime')
    if (datetime !== null) return datetime.trim()
    return this.#budget.textOf(element)
  }

  /** What the ancestors of an element declare. */
  #scopeAt({ parent }: Element): Scope {
    if (parent === null) return { vocab: null, prefixes: new Map() }
    const known = this.#scopes.get(parent)
    if (known !== undefined) return known
    const scope = narrow(this.#scopeAt(parent), parent)
    this.#scopes.set(parent, scope)
    return scope
  }
}

/** The scope within an element; the same object if the element declares nothing. */
function narrow(scope: Scope, element: Element): Scope {
  const vocab = attr(element, 'vocab')?.trim().slice(0, MAX_ADDRESS)
  const declared = words(attr(element, 'prefix'))
  if (vocab === undefined && declared.length < 2) return scope
  const prefixes = new Map(scope.prefixes)
  for (let i = 0; i + 1 < declared.length && prefixes.size < MAX_PREFIXES; i++) {
    const [name, address] = [declared[i]!, declared[i + 1]!]
    if (!name.endsWith(':') || name.length > MAX_ADDRESS || address.length > MAX_ADDRESS) continue
    prefixes.set(name.slice(0, -1), address)
    i++
  }
  return { vocab: vocab === undefined ? scope.vocab : vocab || null, prefixes }
}

function expand(name: string, { vocab, prefixes }: Scope): string {
  const colon = name.indexOf(':')
  if (colon < 0) return vocab === null ? name : vocab + name
  const prefix = name.slice(0, colon)
  const address = prefixes.get(prefix) ?? (Object.hasOwn(known, prefix) ? known[prefix] : undefined)
  return address === undefined ? name : address + name.slice(colon + 1)
}

/**
 * Shortens `schema:name` and `https://schema.org/name` to `name`; properties of other vocabularies are not changed.
 */
function shorten(name: string, scope: Scope): string {
  const full = expand(name, scope)
  const schema = /^https?:\/\/schema\.org\/(.+)$/.exec(full)
  return schema ? schema[1]! : name
}
