import { isObject, type JsonObject } from 'weirjs/toolkit'
import { isEmpty } from './merge.ts'

/** Paths of properties that a schema names and the data lack; items of lists are not checked. */
export function missingFrom(data: unknown, schema: JsonObject, path = ''): string[] {
  if (!isObject(schema.properties)) return []
  const value = isObject(data) ? data : {}
  return Object.entries(schema.properties).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`
    const own = Object.hasOwn(value, name) ? value[name] : undefined
    if (isEmpty(own) || (Array.isArray(own) && own.length === 0)) return [at]
    return isObject(inner) ? missingFrom(own, inner, at) : []
  })
}
