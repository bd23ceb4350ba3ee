import { isObject, type JsonObject } from 'weirjs/toolkit'

/** Keywords that demand more than a part of a document may contain. */
const DEMANDS = new Set(['required', 'minItems', 'minProperties', 'dependentRequired', 'contains', 'minContains'])
const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties'])

/**
 * The schema for a part of a document, in which nothing is required. Alternatives stay as they are, because they are
 * told apart by what is required.
 */
export function relax(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (DEMANDS.has(key)) return []
    if (MAPS.has(key) && isObject(value)) return [[key, mapValues(value)]]
    if ((key === 'items' || key === 'additionalProperties') && isObject(value)) return [[key, relax(value)]]
    if (key === 'allOf' && Array.isArray(value)) return [[key, value.map(relaxed)]]
    return [[key, value]]
  })
  return Object.fromEntries(entries)
}

const relaxed = (schema: unknown) => (isObject(schema) ? relax(schema) : schema)

const mapValues = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, inner]) => [name, relaxed(inner)]))
