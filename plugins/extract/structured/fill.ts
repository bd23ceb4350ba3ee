import { isObject, type JsonObject } from 'weirjs/toolkit'
import type { Facts } from './facts.ts'
import { thingsFor } from './lists.ts'
import { type FoundValue, lookUp, type Subject, type WantedProperty, wantedOf } from './look-up.ts'
import { mainSubject } from './main-thing.ts'
import { plausible } from './plausible.ts'
import { type Shape, shapesOf } from './shape.ts'
import { listOf, type Thing } from './thing.ts'
import { convert, type Place, TOGETHER } from './values/convert.ts'
import { textsOf } from './values/text.ts'
import { wordsOf } from './words.ts'

/** Limits of the properties looked up for one schema, of candidates for one, and of entries of one list. */
const MAX_LOOKED_UP = 20_000
const MAX_CANDIDATES = 50
const MAX_ENTRIES = 1_000
/** The most characters of the whole result. */
const MAX_TEXT = 1_000_000

/** Fills a schema from what one page states. */
export class Filler {
  readonly #root: JsonObject
  readonly #facts: Facts
  #lookedUp = 0
  #text = 0

  constructor(root: JsonObject, facts: Facts) {
    this.#root = root
    this.#facts = facts
  }

  /** Every property of the schema; null if the page does not state it. */
  fill(): unknown {
    const [shape] = shapesOf(this.#root, this.#root)
    if (shape?.kind !== 'object') return {}
    const said = [shape.schema.title, shape.schema.description].flatMap((text) => wordsOf(String(text ?? '')))
    return this.#object(shape, mainSubject(this.#facts, this.#wantedOf(shape), said)) ?? emptyOf(shape)
  }

  /** The values of an object; null if the page states none. */
  #object(shape: Shape, subject: Subject): JsonObject | null {
    const filled: JsonObject = Object.create(null)
    let isEmpty = true
    for (const [name, schema] of shape.properties) {
      const value = this.#property(name, schema, subject)
      filled[name] = value
      if (value !== null) isEmpty = false
    }
    if (shape.properties.length === 0 && subject.thing) return this.#copied(subject.thing)
    return isEmpty ? null : filled
  }

  /** The value of a property; null if the page does not state it. */
  #property(name: string, schema: unknown, subject: Subject): unknown {
    if (++this.#lookedUp > MAX_LOOKED_UP) return null
    for (const shape of shapesOf(this.#root, schema)) {
      const wanted = wantedOf(name, shape.schema)
      const value = this.#shaped(name, shape, wanted, subject)
      if (value !== null) return value
    }
    return null
  }

  #shaped(name: string, shape: Shape, wanted: WantedProperty, subject: Subject): unknown {
    let tried = 0
    for (const found of lookUp(subject, wanted)) {
      if (++tried > MAX_CANDIDATES) break
      const value = this.#from(found, shape, wanted)
      if (value !== null) return value
    }
    if (shape.kind === 'array' && subject.page) return this.#listOfThings(name, shape, subject.page)
    // A name without a meaning of its own groups properties of the same thing: `contact`, `details`.
    const isGroup = shape.kind === 'object' && wanted.concept === undefined && (subject.page || subject.thing)
    return isGroup ? this.#object(shape, { ...subject, withoutIdentity: true }) : null
  }

  #from({ value, isText }: FoundValue, shape: Shape, wanted: WantedProperty): unknown {
    if (shape.kind === 'array') return this.#list(value, shape, wanted, isText)
    if (shape.kind === 'object') {
      const [thing] = listOf(value)
      return this.#object(shape, subjectOf(thing))
    }
    // The heading above a list does not name the first of its entries.
    if (isText && Array.isArray(value) && value.length > 1 && !TOGETHER.has(wanted.named.at(-1) ?? '')) return null
    const { url, commaIsPoint, language } = this.#facts
    const place: Place = { url, words: wanted.named, commaIsPoint: isText && commaIsPoint, language, isText }
    return this.#room(plausible(convert(value, shape, place), isText, wanted))
  }

  #list(value: unknown, shape: Shape, wanted: WantedProperty, isText: boolean): unknown[] | null {
    const [items] = shapesOf(this.#root, shape.schema.items ?? true)
    if (items === undefined) return null
    // `Posts: 5` tells how many there are.
    if (items.kind === 'object' && isText && typeof value === 'string' && /^\d[\d.,\s]*$/.test(value)) return null
    const parts = items.kind === 'object' ? listOf(value).flatMap(unlisted) : partsOf(value, items, isText)
    const entries = parts.slice(0, MAX_ENTRIES).map((part) => this.#from({ value: part, isText }, items, wanted))
    const given = entries.filter((entry) => entry !== null)
    return given.length > 0 && plausible(given, isText, wanted) !== null ? given : null
  }

  /** Objects about which the main thing states nothing: the entries of a list, or the rows of a table. */
  #listOfThings(name: string, shape: Shape, facts: Facts): unknown[] | null {
    const [items] = shapesOf(this.#root, shape.schema.items ?? true)
    if (items?.kind !== 'object') return null
    const things = thingsFor(facts, name, this.#wantedOf(items)).slice(0, MAX_ENTRIES)
    const filled = things.map((thing) => this.#object(items, subjectOf(thing))).filter((entry) => entry !== null)
    return filled.length > 0 ? filled : null
  }

  #wantedOf({ properties }: Shape): WantedProperty[] {
    return properties.map(([name, schema]) => wantedOf(name, shapesOf(this.#root, schema)[0]?.schema ?? {}))
  }

  /** A thing for a schema without properties: its texts. */
  #copied(thing: Thing): JsonObject | null {
    const texts = Object.entries(thing).filter(([name, value]) => name !== 'type' && name !== 'id' && !isObject(value))
    const copied = texts.flatMap(([name, value]) => (this.#room(value) === null ? [] : [[name, value] as const]))
    return copied.length > 0 ? Object.fromEntries(copied) : null
  }

  /** A value, as long as there is room for it. */
  #room<T>(value: T | undefined): T | null {
    if (value === undefined || value === null) return null
    this.#text += typeof value === 'string' ? value.length : 8
    return this.#text > MAX_TEXT ? null : value
  }
}

/** A thing on its own; of a mere text, its name is known. */
const subjectOf = (value: unknown): Subject => ({
  thing: isObject(value) ? value : typeof value === 'string' ? { name: value, text: value } : null,
  page: null,
  others: [],
})

/** The entries of a thing that is a list, such as the steps of a section. */
const unlisted = (value: unknown): unknown[] =>
  isObject(value) && Array.isArray(value.itemListElement) ? value.itemListElement : [value]

/** The entries of a list of texts or numbers; a text on a single line is split at commas. */
const partsOf = (value: unknown, items: Shape, isText: boolean): unknown[] => {
  const isAddress =
    items.schema.format === 'uri' || listOf(value).some((each) => isObject(each) && 'contentUrl' in each)
  if (isAddress) return listOf(value)
  const texts = textsOf(value)
  const [only] = texts
  const mayBeParted =
    texts.length === 1 && (isText || typeof value === 'string') && !/[.!?](?:\s|$)|[。！？]/.test(only!)
  return mayBeParted ? partedOf(only!) : texts
}

const partedOf = (text: string): string[] =>
  text
    .split(/[,;|，、；،؛]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const emptyOf = ({ properties }: Shape): JsonObject =>
  Object.assign(Object.create(null), Object.fromEntries(properties.map(([name]) => [name, null])))
