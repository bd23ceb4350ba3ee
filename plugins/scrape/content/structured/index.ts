import type { PageMetadata } from 'weirjs/schemas'
import type { Item } from './item.ts'
import { isThing, type Thing, Things, type ThingValue } from './things.ts'

/** A value of a described thing: text, number, boolean, another thing, or several. */
export type StructuredValue = string | number | boolean | StructuredItem | StructuredValue[]

/**
 * Something that a page describes. `type` is a name of schema.org without its address (the first, where there are
 * several), `id` what the page calls it by; every property stands under its own name, a single value by itself.
 */
export interface StructuredItem {
  type: string | null
  id: string | null
  [property: string]: StructuredValue | null
}

/** The format `structured`. Source: decisions 5.2. */
export interface Structured {
  /** What is described, by type; each type in the order in which its first thing comes. */
  items: Record<string, StructuredItem[]>
  /** As `metadata.structuredData.openGraph` has it. */
  openGraph: Record<string, unknown>
  /** The fields that a card on a social network would show, those that the page gives. */
  social: Record<string, string>
}

/** Properties whose texts are addresses. */
const ADDRESS =
  /^(?:url|image|logo|photo|sameAs|contentUrl|embedUrl|thumbnailUrl|thumbnail|downloadUrl|installUrl|mainEntityOfPage|item|hasMap|menu|license|discussionUrl|acceptsReservations)$/
const RELATIVE = /^(?:\/|\.\.?\/|\?|[\w%~-]+(?:\/[\w%~.-]+)*\.(?:html?|php|jpe?g|png|gif|webp|svg|avif)$)/i

/** A reference to a thing carries no more of it than its texts, so that things which refer to each other end. */
const DEEPEST_REFERENCE = 1

/**
 * What a page describes in JSON-LD, microdata and RDFa, normalised: grouped by type, the same thing in two syntaxes
 * merged, single values unwrapped, addresses absolute. `base` is what relative addresses are relative to.
 */
export function normaliseStructured({ structuredData, social }: PageMetadata, base: URL): Structured {
  const { jsonLd, microdata, rdfa, openGraph } = structuredData
  const things = new Things(jsonLd, microdata as Item[], rdfa as Item[])
  const normaliser = new Normaliser(things, base)
  const items: Record<string, StructuredItem[]> = Object.create(null)
  const kept: { thing: Thing; item: StructuredItem }[] = []
  for (const thing of things.all) {
    const item = normaliser.item(thing, 0)
    const same = kept.find((other) => isSame(other, { thing, item }))
    if (same) {
      mergeInto(same.item, item)
      continue
    }
    if (Object.values(item).every((value, at) => at < 2 || value === null)) continue
    kept.push({ thing, item })
    const group = item.type ?? 'Thing'
    const list = items[group]
    if (list) list.push(item)
    else items[group] = [item]
  }
  const given = Object.entries(social).filter((entry): entry is [string, string] => entry[1] !== null)
  return { items, openGraph, social: Object.fromEntries(given) }
}

class Normaliser {
  readonly #things: Things
  readonly #base: URL

  constructor(things: Things, base: URL) {
    this.#things = things
    this.#base = base
  }

  /** `depth` counts references that were followed, not nesting: that is bounded where it is read. */
  item(thing: Thing, depth: number): StructuredItem {
    const item: StructuredItem = Object.create(null)
    item.type = thing.types[0] ?? null
    item.id = thing.id
    for (const [name, values] of thing.properties) {
      if (name === '__proto__' || name === 'type' || name === 'id') continue
      const normal = values.flatMap((value) => this.#value(name, value, depth) ?? [])
      if (normal.length > 0) item[name] = normal.length === 1 ? normal[0]! : normal
    }
    return item
  }

  #value(name: string, value: ThingValue, depth: number): StructuredValue | undefined {
    if (!isThing(value)) return typeof value === 'string' ? this.#text(name, value) : value
    const meant = this.#things.resolve(value)
    if (meant === value) {
      // A bare reference to nothing on this page is an address, or a name for one.
      if (value.properties.size === 0 && value.types.length === 0) return value.id ?? undefined
      return this.item(value, depth)
    }
    return depth < DEEPEST_REFERENCE ? this.#summary(meant) : (meant.id ?? undefined)
  }

  /** A thing that is described elsewhere: its own texts, and no things within it. */
  #summary(thing: Thing): StructuredItem {
    const texts = [...thing.properties].flatMap(([name, values]): [string, ThingValue[]][] => {
      const plain = values.filter((value) => !isThing(value))
      return plain.length > 0 ? [[name, plain]] : []
    })
    return this.item({ ...thing, properties: new Map(texts) }, DEEPEST_REFERENCE)
  }

  #text(name: string, text: string): string {
    const trimmed = text.trim()
    // `https://schema.org/InStock` is a word of the vocabulary, written as an address.
    const term = /^https?:\/\/schema\.org\/([A-Z]\w*)$/.exec(trimmed)
    if (term) return term[1]!
    return ADDRESS.test(name) && RELATIVE.test(trimmed) ? (URL.parse(trimmed, this.#base)?.href ?? trimmed) : trimmed
  }
}

interface Kept {
  thing: Thing
  item: StructuredItem
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.toLowerCase() : null)

/** Whether two describe one thing: the same type, and the same id, address or name; two in one syntax only by their id. */
function isSame(left: Kept, right: Kept): boolean {
  if (left.item.type !== right.item.type) return false
  if (left.item.id !== null && left.item.id === right.item.id) return true
  if (left.thing.syntax === right.thing.syntax) return false
  return ['url', 'sku', 'name', 'headline'].some((name) => {
    const text = textOf(left.item[name])
    return text !== null && text === textOf(right.item[name])
  })
}

/** What the first does not say is taken from the second. */
function mergeInto(target: StructuredItem, source: StructuredItem): void {
  for (const [name, value] of Object.entries(source))
    if (target[name] === undefined || target[name] === null) target[name] = value
}
