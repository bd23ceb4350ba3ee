import type { PageMetadata } from 'weirjs/schemas'
import { Room } from '../budget.ts'
import type { Item } from './item.ts'
import { isThing, type Thing, Things, type ThingValue } from './things.ts'

/** A value of an item: text, number, boolean, another item, or several of these. */
export type StructuredValue = string | number | boolean | StructuredItem | StructuredValue[]

/**
 * Something that a page describes. `type` is the schema.org type without its URL (the first of several), `id` the
 * page's identifier for it. Each property has its own name; single values are not in a list.
 */
export interface StructuredItem {
  type: string | null
  id: string | null
  [property: string]: StructuredValue | null
}

/** The format `structured`. Source: decisions 5.2. */
export interface Structured {
  /** The items by type; types are in the order of their first item. */
  items: Record<string, StructuredItem[]>
  /** The same as `metadata.structuredData.openGraph`. */
  openGraph: Record<string, unknown>
  /** The fields of a social network's card that the page provides. */
  social: Record<string, string>
}

/** Properties whose texts are URLs. */
const ADDRESS =
  /^(?:url|image|logo|photo|sameAs|contentUrl|embedUrl|thumbnailUrl|thumbnail|downloadUrl|installUrl|mainEntityOfPage|item|hasMap|menu|license|discussionUrl|acceptsReservations)$/
const RELATIVE = /^(?:\/|\.\.?\/|\?|[\w%~-]+(?:\/[\w%~.-]+)*\.(?:html?|php|jpe?g|png|gif|webp|svg|avif)$)/i

/** The fewest characters of JSON of an item. */
const ITEM_LENGTH = 25
/** The number of properties that every item has: `type` and `id`. */
const IDENTITY = 2

/**
 * The most references that are followed, and the most properties and characters of each: a page can refer to one long
 * description any number of times.
 */
const MAX_REFERENCES = 500
const MAX_PROPERTIES = 50
const MAX_TEXT_LENGTH = 300

/**
 * Normalises what a page describes in JSON-LD, microdata and RDFa: grouped by type, with items in two syntaxes
 * merged, single values unwrapped, and URLs absolute, relative to `base`. Ends when the room is full.
 */
export function normaliseStructured(
  { structuredData, social }: PageMetadata,
  base: URL,
  room = new Room(Number.POSITIVE_INFINITY),
): Structured {
  const { jsonLd, microdata, rdfa, openGraph } = structuredData
  const things = new Things(jsonLd, microdata as Item[], rdfa as Item[])
  const normaliser = new Normaliser(things, base, room)
  const items: Record<string, StructuredItem[]> = Object.create(null)
  const known = new Map<string, Kept>()
  for (const thing of things.all) {
    const item = normaliser.item(thing)
    if (Object.keys(item).length === IDENTITY) continue
    const same = findSame(known, { thing, item })
    if (same) mergeInto(same.item, item)
    else {
      const group = item.type ?? 'Thing'
      const list = items[group]
      if (list) list.push(item)
      else items[group] = [item]
    }
    remember(known, same ?? { thing, item })
  }
  const given = Object.entries(social).filter((entry): entry is [string, string] => entry[1] !== null)
  return { items, openGraph, social: Object.fromEntries(given) }
}

class Normaliser {
  readonly #things: Things
  readonly #base: URL
  readonly #room: Room
  #references = 0

  constructor(things: Things, base: URL, room: Room) {
    this.#things = things
    this.#base = base
    this.#room = room
  }

  item(thing: Thing): StructuredItem {
    const item: StructuredItem = Object.create(null)
    item.type = thing.types[0] ?? null
    item.id = thing.id
    for (const [name, values] of thing.properties) {
      if (name === '__proto__' || name === 'type' || name === 'id') continue
      if (!this.#room.take(name.length)) break
      const normal = values.flatMap((value) => this.#value(name, value) ?? [])
      if (normal.length > 0) item[name] = normal.length === 1 ? normal[0]! : normal
    }
    return item
  }

  #value(name: string, value: ThingValue): StructuredValue | undefined {
    if (!this.#room.take(isThing(value) ? ITEM_LENGTH : String(value).length)) return undefined
    if (!isThing(value)) return typeof value === 'string' ? this.#text(name, value) : value
    const meant = this.#things.resolve(value)
    // A reference includes only the texts of its item, so that mutual references end.
    if (meant !== value && this.#references++ < MAX_REFERENCES) return this.item(withTextsOnly(meant))
    if (meant !== value) return meant.id ?? undefined
    // A bare reference to nothing on this page is a URL, or a name for one.
    return value.properties.size === 0 && value.types.length === 0 ? (value.id ?? undefined) : this.item(value)
  }

  #text(name: string, text: string): string {
    const trimmed = text.trim()
    // `https://schema.org/InStock` is a term of the vocabulary, written as a URL.
    const term = /^https?:\/\/schema\.org\/([A-Z]\w*)$/.exec(trimmed)
    if (term) return term[1]!
    return ADDRESS.test(name) && RELATIVE.test(trimmed) ? (URL.parse(trimmed, this.#base)?.href ?? trimmed) : trimmed
  }
}

function withTextsOnly(thing: Thing): Thing {
  const texts = new Map<string, ThingValue[]>()
  let looked = 0
  for (const [name, values] of thing.properties) {
    if (++looked > MAX_PROPERTIES) break
    const few = values.slice(0, MAX_PROPERTIES)
    const plain = few.filter((value) => !isThing(value) && String(value).length <= MAX_TEXT_LENGTH).slice(0, 3)
    if (plain.length > 0) texts.set(name, plain)
  }
  return { ...thing, properties: texts }
}

interface Kept {
  thing: Thing
  item: StructuredItem
}

/** The keys by which two items of a type are recognized as the same. */
function keysOf({ item }: Kept): { id: string | null; names: string[] } {
  const key = (name: string) => {
    const value = item[name]
    return typeof value === 'string' ? [`${item.type} ${name} ${value.toLowerCase()}`] : []
  }
  return { id: key('id')[0] ?? null, names: ['url', 'sku', 'name', 'headline'].flatMap(key) }
}

/** A known item with the same type and id or, in another syntax, the same URL, number or name. */
function findSame(known: ReadonlyMap<string, Kept>, kept: Kept): Kept | undefined {
  const { id, names } = keysOf(kept)
  const byId = id === null ? undefined : known.get(id)
  if (byId) return byId
  for (const name of names) {
    const other = known.get(name)
    if (other && other.thing.syntax !== kept.thing.syntax) return other
  }
  return undefined
}

function remember(known: Map<string, Kept>, kept: Kept): void {
  const { id, names } = keysOf(kept)
  for (const key of id === null ? names : [id, ...names]) if (!known.has(key)) known.set(key, kept)
}

/** Adds properties of the second item that the first lacks. */
function mergeInto(target: StructuredItem, source: StructuredItem): void {
  for (const [name, value] of Object.entries(source))
    if (target[name] === undefined || target[name] === null) target[name] = value
}
