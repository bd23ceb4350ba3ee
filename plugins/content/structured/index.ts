import type { PageMetadata } from 'weirjs/schemas'
import { Room } from '../budget.ts'
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

/** Characters of JSON that an item has at least. */
const ITEM_LENGTH = 25
/** `type` and `id`, which every item has. */
const IDENTITY = 2

/**
 * A page can refer to one long description any number of times: only so many references are followed, for few short
 * texts.
 */
const MAX_REFERENCES = 500
const MAX_PROPERTIES = 50
const MAX_TEXT_LENGTH = 300

/**
 * What a page describes in JSON-LD, microdata and RDFa, normalised: grouped by type, the same thing in two syntaxes
 * merged, single values unwrapped, addresses absolute. `base` is what relative addresses are relative to. It ends
 * where the room does.
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
    // A reference carries no more of the thing than its texts, so that things which refer to each other end.
    if (meant !== value && this.#references++ < MAX_REFERENCES) return this.item(withTextsAlone(meant))
    if (meant !== value) return meant.id ?? undefined
    // A bare reference to nothing on this page is an address, or a name for one.
    return value.properties.size === 0 && value.types.length === 0 ? (value.id ?? undefined) : this.item(value)
  }

  #text(name: string, text: string): string {
    const trimmed = text.trim()
    // `https://schema.org/InStock` is a word of the vocabulary, written as an address.
    const term = /^https?:\/\/schema\.org\/([A-Z]\w*)$/.exec(trimmed)
    if (term) return term[1]!
    return ADDRESS.test(name) && RELATIVE.test(trimmed) ? (URL.parse(trimmed, this.#base)?.href ?? trimmed) : trimmed
  }
}

function withTextsAlone(thing: Thing): Thing {
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

/** What tells that two things of a type are one. */
function keysOf({ item }: Kept): { id: string | null; names: string[] } {
  const key = (name: string) => {
    const value = item[name]
    return typeof value === 'string' ? [`${item.type} ${name} ${value.toLowerCase()}`] : []
  }
  return { id: key('id')[0] ?? null, names: ['url', 'sku', 'name', 'headline'].flatMap(key) }
}

/** The same type, and the same id; or in another syntax the same address, number or name. */
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

/** What the first does not say is taken from the second. */
function mergeInto(target: StructuredItem, source: StructuredItem): void {
  for (const [name, value] of Object.entries(source))
    if (target[name] === undefined || target[name] === null) target[name] = value
}
