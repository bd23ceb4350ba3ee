import { isObject, type JsonObject } from 'weirjs'

/**
 * Adapts an answer to its schema: removes nulls that stand for missing values, and properties that the schema does
 * not name. Other errors stay.
 */
export function fitAnswer(value: unknown, schema: JsonObject): unknown {
  return fit(value, schema, schema)
}

function fit(value: unknown, schema: unknown, root: JsonObject): unknown {
  const own = resolve(schema, root)
  if (own === undefined) return value
  const choices = own.anyOf ?? own.oneOf
  if (Array.isArray(choices)) return fit(value, choose(value, choices, root), root)
  if (Array.isArray(value)) return own.items === undefined ? value : value.map((item) => fit(item, own.items, root))
  if (!isObject(value) || !isObject(own.properties)) return value
  const { properties, required, additionalProperties, patternProperties } = own
  const isOpen = (additionalProperties !== undefined && additionalProperties !== false) || patternProperties
  const must = new Set(Array.isArray(required) ? required : [])
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const known = Object.hasOwn(properties, name)
    if (!known) return isOpen ? [[name, inner]] : []
    if (inner === null && !must.has(name) && !takesNull(properties[name], root)) return []
    return [[name, fit(inner, properties[name], root)]]
  })
  return Object.fromEntries(entries)
}

/** The alternative that a value belongs to, judging by its type and its property names. */
function choose(value: unknown, choices: readonly unknown[], root: JsonObject): unknown {
  const fitting = choices.filter((choice) => hasType(value, resolve(choice, root)))
  if (!isObject(value) || fitting.length < 2) return fitting[0]
  const unknownNames = (choice: unknown) => {
    const { properties } = resolve(choice, root) ?? {}
    return isObject(properties) ? Object.keys(value).filter((name) => !Object.hasOwn(properties, name)).length : 0
  }
  return fitting.reduce((best, choice) => (unknownNames(choice) < unknownNames(best) ? choice : best))
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function hasType(value: unknown, schema: JsonObject | undefined): boolean {
  if (schema === undefined) return false
  const { type, properties } = schema
  if (type === undefined) return properties === undefined || isObject(value)
  const types: unknown[] = Array.isArray(type) ? type : [type]
  return types.includes(typeOf(value)) || (typeof value === 'number' && types.includes('integer'))
}

function takesNull(schema: unknown, root: JsonObject): boolean {
  const own = resolve(schema, root)
  if (own === undefined) return true
  const { type, enum: values, anyOf, oneOf } = own
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return choices.some((choice) => takesNull(choice, root))
  if (Array.isArray(values)) return values.includes(null)
  if ('const' in own) return own.const === null
  return type === undefined
    ? !own.properties && !own.items
    : type === 'null' || (Array.isArray(type) && type.includes('null'))
}

/** The target of a reference within the schema. Undefined unless it is a schema object. */
function resolve(schema: unknown, root: JsonObject): JsonObject | undefined {
  let own = schema
  // Recursive schemas have been refused before; this limits what has not been checked.
  for (let steps = 0; isObject(own) && typeof own.$ref === 'string' && steps < 100; steps++)
    own = follow(own.$ref, root)
  return isObject(own) && own.$ref === undefined ? own : undefined
}

function follow(ref: string, root: JsonObject): unknown {
  if (!ref.startsWith('#')) return undefined
  let at: unknown = root
  for (const part of ref.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : Array.isArray(at) ? at[Number(name)] : undefined
  }
  return at
}
