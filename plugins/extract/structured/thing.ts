import { isObject, type JsonObject } from 'weirjs/toolkit'
import { keyOf } from './words.ts'

/** The most values that one path leads to. */
const MAX_VALUES = 1_000

/** Something that a page describes: an item of `structured`, or a row of a table. */
export type Thing = JsonObject

/** The properties by key, indexed once per thing. */
const indexes = new WeakMap<Thing, ReadonlyMap<string, unknown>>()

const indexOf = (thing: Thing): ReadonlyMap<string, unknown> => {
  const known = indexes.get(thing)
  if (known) return known
  const index = new Map<string, unknown>()
  for (const [name, value] of Object.entries(thing)) {
    const key = keyOf(name)
    if (name !== 'type' && name !== 'id' && key !== '' && !index.has(key)) index.set(key, value)
  }
  indexes.set(thing, index)
  return index
}

/** The values of a thing under a name, however that is spelled. */
export const ownValue = (thing: Thing, key: string): unknown => indexOf(thing).get(key)

/** Everything that a path leads to, through lists, down to each value. */
export const valuesAt = (thing: Thing, path: readonly string[]): unknown[] => {
  let found: unknown[] = [thing]
  for (const name of path) {
    const next: unknown[] = []
    for (const each of found)
      if (isObject(each) && next.length < MAX_VALUES) next.push(...listOf(each[name]).slice(0, MAX_VALUES))
    found = next
    if (found.length === 0) break
  }
  return found
}

/** A value as the list that it is, or stands for. */
export const listOf = (value: unknown): unknown[] => {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value : [value]
}

/** What precedes the types of the vocabulary that schema.org replaced, which forums still use. */
const OLD_VOCABULARY = /^https?:\/\/(?:rdf\.)?data-vocabulary\.org\/#?/

/** The name of a thing's type, as in schema.org. */
export const typeOf = (thing: Thing): string =>
  typeof thing.type === 'string' ? thing.type.replace(OLD_VOCABULARY, '') : ''
