import { isObject, type JsonObject } from 'weirjs/toolkit'
import { pathTo } from './json.ts'

/** A schema within another. */
export interface Subschema {
  path: string
  schema: unknown
  /** `part`: it describes a part of the value; `same`: the value itself; `definition`: nothing by itself. */
  about: 'part' | 'same' | 'definition'
}

type About = Subschema['about']

/** Keywords whose value is a schema. */
export const ONE: ReadonlyMap<string, About> = new Map<string, About>([
  ['additionalItems', 'part'],
  ['additionalProperties', 'part'],
  ['contains', 'part'],
  ['else', 'same'],
  ['if', 'same'],
  ['items', 'part'],
  ['not', 'same'],
  ['propertyNames', 'part'],
  ['then', 'same'],
])

/** Keywords whose value is a list of schemas. */
export const LIST: ReadonlyMap<string, About> = new Map<string, About>([
  ['allOf', 'same'],
  ['anyOf', 'same'],
  ['items', 'part'],
  ['oneOf', 'same'],
  ['prefixItems', 'part'],
])

/** Keywords whose value is an object of schemas. */
export const MAP: ReadonlyMap<string, About> = new Map<string, About>([
  ['$defs', 'definition'],
  ['definitions', 'definition'],
  ['dependencies', 'same'],
  ['dependentSchemas', 'same'],
  ['patternProperties', 'part'],
  ['properties', 'part'],
])

const isSchema = (value: unknown): value is JsonObject | boolean => isObject(value) || typeof value === 'boolean'

/** The subschemas of a schema, for keywords that have the right form. */
export function* subschemas(schema: JsonObject, path: string): Generator<Subschema> {
  for (const [keyword, value] of Object.entries(schema)) {
    const below = pathTo(path, keyword)
    const one = ONE.get(keyword)
    const list = LIST.get(keyword)
    const map = MAP.get(keyword)
    if (one !== undefined && isSchema(value)) yield { path: below, schema: value, about: one }
    else if (list !== undefined && Array.isArray(value))
      for (const [i, each] of value.entries()) yield { path: pathTo(below, i), schema: each, about: list }
    else if (map !== undefined && isObject(value))
      for (const [name, each] of Object.entries(value)) {
        // `dependencies` of draft 7 has lists of names too.
        if (keyword === 'dependencies' && Array.isArray(each)) continue
        yield { path: pathTo(below, name), schema: each, about: map }
      }
  }
}
