import { isObject, type JsonObject } from 'weirjs/toolkit'
import { resolveRef } from '../json-schema/index.ts'

/** Merged data, with lists cut to the length that the schema allows. */
export function cutLists(data: unknown, root: JsonObject, schema: unknown = root): unknown {
  if (!isObject(schema)) return data
  if (typeof schema.$ref === 'string') return cutLists(data, root, resolveRef(root, schema.$ref))
  const { properties, items, maxItems } = schema
  if (Array.isArray(data)) {
    const kept = typeof maxItems === 'number' ? data.slice(0, maxItems) : data
    return kept.map((item) => cutLists(item, root, items))
  }
  if (!isObject(data) || !isObject(properties)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? cutLists(value, root, properties[name]) : value,
    ]),
  )
}
