import { isObject, type JsonObject } from 'weirjs/toolkit'
import type { Item, ItemValue } from './item.ts'

/** The syntax in which a page describes a thing. */
export type Syntax = 'json-ld' | 'microdata' | 'rdfa'

/** Something that a page describes in a vocabulary, whatever the syntax. */
export interface Thing {
  /** Type names without the URL of schema.org: `Product`. */
  types: readonly string[]
  id: string | null
  /** In document order; each property has at least one value. */
  properties: ReadonlyMap<string, readonly ThingValue[]>
  syntax: Syntax
}
export type ThingValue = string | number | boolean | Thing

export const isThing = (value: ThingValue | undefined): value is Thing => typeof value === 'object'

/** Whether one of a thing's types matches. */
export function isOf({ types }: Thing, pattern: RegExp): boolean {
  for (const type of types) if (pattern.test(type)) return true
  return false
}

/** Shortens `https://schema.org/Product` and `schema:Product` to `Product`. */
const shortType = (type: string): string =>
  type.includes(':') ? type.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '') : type.trim()

const ANY = /^/
const NONE: readonly ThingValue[] = []

/**
 * Everything that a page describes: the nodes of all syntaxes in order, with references between JSON-LD nodes
 * resolved.
 */
export class Things {
  readonly all: readonly Thing[]
  readonly #byId = new Map<string, Thing>()
  /** Cached names: any number of things may refer to one, and its name may be long. */
  readonly #names = new Map<Thing, string | null>()

  constructor(jsonLd: readonly JsonObject[], microdata: readonly Item[], rdfa: readonly Item[]) {
    this.all = [
      ...jsonLd.map((node) => this.#ofNode(node)),
      ...microdata.map((item) => ofItem(item, 'microdata')),
      ...rdfa.map((item) => ofItem(item, 'rdfa')),
    ]
  }

  /** The thing that a reference (only `{"@id": …}`) refers to; any other thing itself. */
  resolve(thing: Thing): Thing {
    if (thing.id === null || thing.properties.size > 0) return thing
    return this.#byId.get(thing.id) ?? thing
  }

  /** Whether any thing has a matching type. */
  has(type: RegExp): boolean {
    for (const thing of this.all) if (isOf(thing, type)) return true
    return false
  }

  /** All things, each followed by the first thing in each of these properties of it. */
  withParts(...names: readonly string[]): Thing[] {
    const found: Thing[] = []
    for (const thing of this.all) {
      found.push(thing)
      for (const name of names) {
        const part = this.values(thing, name).find(isThing)
        if (part) found.push(part)
      }
    }
    return found
  }

  /** The values of a property, with references resolved. */
  values(thing: Thing, name: string): readonly ThingValue[] {
    const values = thing.properties.get(name)
    if (values === undefined) return NONE
    return values.some(isThing) ? values.map((value) => (isThing(value) ? this.resolve(value) : value)) : values
  }

  /** The first value of a property as text; for a thing, its name. */
  text(thing: Thing, name: string): string | null {
    for (const value of this.values(thing, name)) {
      const text = isThing(value) ? (name === 'name' ? null : this.nameOf(value)) : String(value).trim()
      if (text) return text
    }
    return null
  }

  /** The name of a thing. */
  nameOf(thing: Thing): string | null {
    let name = this.#names.get(thing)
    if (name === undefined) {
      name = this.text(thing, 'name')
      this.#names.set(thing, name)
    }
    return name
  }

  /** The first text of one of these properties, among things with a matching type. */
  first(names: readonly string[], type = ANY): string | null {
    for (const thing of this.all) {
      if (!isOf(thing, type)) continue
      for (const name of names) {
        const text = this.text(thing, name)
        if (text !== null) return text
      }
    }
    return null
  }

  /** The schema.org types that occur, including those of nested things, in order. */
  schemaTypes(): string[] {
    const types = new Set<string>()
    const visit = (thing: Thing): void => {
      for (const type of thing.types) if (/^[A-Z][A-Za-z0-9]*$/.test(type)) types.add(type)
      for (const values of thing.properties.values()) for (const value of values) if (isThing(value)) visit(value)
    }
    for (const thing of this.all) visit(thing)
    return [...types]
  }

  #ofNode(node: JsonObject): Thing {
    const properties = new Map<string, ThingValue[]>()
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith('@')) continue
      const values = this.#valuesOf(value)
      if (values.length > 0) properties.set(shortName(name), values)
    }
    const id = node['@id']
    const thing: Thing = {
      types: strings(node['@type']).map(shortType),
      id: typeof id === 'string' ? id : null,
      properties,
      syntax: 'json-ld',
    }
    if (thing.id !== null && properties.size > 0 && !this.#byId.has(thing.id)) this.#byId.set(thing.id, thing)
    return thing
  }

  #valuesOf(value: unknown): ThingValue[] {
    if (Array.isArray(value)) return value.flatMap((each) => this.#valuesOf(each))
    if (isObject(value)) {
      if ('@value' in value) return this.#valuesOf(value['@value'])
      if ('@list' in value) return this.#valuesOf(value['@list'])
      if ('@set' in value) return this.#valuesOf(value['@set'])
      return [this.#ofNode(value)]
    }
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : []
  }
}

/** Shortens `schema:name` and `https://schema.org/name` to `name`; most names are short already. */
const shortName = (name: string): string =>
  name.includes(':') ? name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '') : name

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string' && each !== '')

function ofItem(item: Item, syntax: Syntax): Thing {
  const valueOf = (value: ItemValue): ThingValue => (typeof value === 'string' ? value : ofItem(value, syntax))
  return {
    types: item.type.map(shortType),
    id: item.id,
    properties: new Map(Object.entries(item.properties).map(([name, values]) => [name, values.map(valueOf)])),
    syntax,
  }
}
