import { isObject, type JsonObject, objectOf } from 'weirjs'

/** The keywords of the strict subset; source: https://platform.openai.com/docs/guides/structured-outputs */
const KEPT = ['type', 'enum', 'const', 'description', 'title'] as const

/** Further constraints, which are left out: answers are checked against the whole schema. */
const REFINEMENTS = new Set([
  ...['$schema', '$id', '$comment', 'default', 'examples', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
  ...['uniqueItems', 'minProperties', 'maxProperties', 'readOnly', 'writeOnly', 'deprecated', 'nullable'],
  ...['contentEncoding', 'contentMediaType'],
])
const STRUCTURE = new Set<string>([
  ...KEPT,
  ...['properties', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf', '$ref', '$defs', 'definitions'],
])

/** Thrown within this file for a schema that the subset cannot express. */
class Inexpressible extends Error {}

/**
 * A schema in the subset that servers can enforce: every property is required, optional ones may be null, and no
 * others are allowed. Undefined if the subset cannot express it.
 */
export function toStrict(schema: JsonObject): JsonObject | undefined {
  try {
    const strict = compile(schema)
    const defs = { ...objectOf(schema.definitions), ...objectOf(schema.$defs) }
    const compiled = Object.entries(defs).map(([name, inner]) => [name, compile(inner)] as const)
    if (strict.type !== 'object') return undefined
    return compiled.length === 0 ? strict : { ...strict, $defs: Object.fromEntries(compiled) }
  } catch (error) {
    if (error instanceof Inexpressible) return undefined
    throw error
  }
}

function compile(schema: unknown): JsonObject {
  if (!isObject(schema)) throw new Inexpressible()
  const { nullable, ...others } = schema
  return nullable === true ? orNull(compileOthers(others)) : compileOthers(others)
}

function compileOthers(schema: JsonObject): JsonObject {
  if (Object.keys(schema).some((key) => !STRUCTURE.has(key) && !REFINEMENTS.has(key))) throw new Inexpressible()
  if (schema.$ref !== undefined) return { $ref: toDefs(schema.$ref) }
  const kept = Object.fromEntries(KEPT.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) {
    // Next to its alternatives a schema may state what holds for all of them, which the subset cannot express.
    if (!Array.isArray(choices) || schema.properties || schema.items) throw new Inexpressible()
    return { ...described(kept), anyOf: choices.map(compile) }
  }
  const types = typesOf(schema)
  if (types.includes('object')) return { ...kept, type: schema.type ?? 'object', ...compileObject(schema) }
  if (types.includes('array')) return { ...kept, type: schema.type ?? 'array', items: compile(schema.items) }
  if (types.length === 0 && schema.enum === undefined && schema.const === undefined) throw new Inexpressible()
  return kept
}

function compileObject({ properties, required, additionalProperties }: JsonObject): JsonObject {
  if (!isObject(properties) || (additionalProperties !== undefined && additionalProperties !== false))
    throw new Inexpressible()
  const must = new Set(Array.isArray(required) ? required : [])
  const compiled = Object.entries(properties).map(([name, inner]) => {
    const strict = compile(inner)
    return [name, must.has(name) ? strict : orNull(strict)] as const
  })
  return {
    properties: Object.fromEntries(compiled),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function orNull(schema: JsonObject): JsonObject {
  const { type } = schema
  const isPlain = typeof type === 'string' && schema.enum === undefined && schema.const === undefined
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return schema
  if (isPlain && type !== 'object' && type !== 'array') return { ...schema, type: [type, 'null'] }
  const { description, ...bare } = schema
  return { ...(description !== undefined && { description }), anyOf: [bare, { type: 'null' }] }
}

const described = ({ description, title }: JsonObject): JsonObject => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
})

function typesOf({ type, properties, items }: JsonObject): unknown[] {
  if (Array.isArray(type)) return type
  if (type !== undefined) return [type]
  return [...(properties === undefined ? [] : ['object']), ...(items === undefined ? [] : ['array'])]
}

/** References may only lead to definitions. */
function toDefs(ref: unknown): string {
  const found = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(String(ref))
  if (!found) throw new Inexpressible()
  return `#/$defs/${found[1]}`
}
