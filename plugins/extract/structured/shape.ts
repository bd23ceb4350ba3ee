import { isObject, type JsonObject } from 'weirjs/toolkit'
import { resolveRef } from '../json-schema/refs.ts'

export type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'

/** What a schema asks for, with references and alternatives resolved. */
export interface Shape {
  kind: Kind
  schema: JsonObject
  /** Of an object. */
  properties: readonly (readonly [name: string, schema: unknown])[]
}

const KINDS: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean']

/** The forms that a value of a schema may take, in the schema's order; without null, which needs no filling. */
export const shapesOf = (root: JsonObject, given: unknown): Shape[] => {
  if (!isObject(given)) return given === true ? [shapeOf('string', {})] : []
  const schema = typeof given.$ref === 'string' ? { ...refOf(root, given.$ref), ...withoutRef(given) } : given
  if (typeof schema.$ref === 'string') return shapesOf(root, schema)
  const whole = Array.isArray(schema.allOf)
    ? schema.allOf.reduce((sum, part) => merged(root, sum, part), schema)
    : schema
  const branches = [whole.anyOf, whole.oneOf].find(Array.isArray)
  if (branches && !isObject(whole.properties))
    return branches.flatMap((branch) => shapesOf(root, branch).map((shape) => noted(shape, whole)))
  return kindsOf(whole).map((kind) => shapeOf(kind, whole))
}

const refOf = (root: JsonObject, ref: string): JsonObject => {
  const found = resolveRef(root, ref)
  return isObject(found) ? found : {}
}

const withoutRef = ({ $ref: _, ...rest }: JsonObject): JsonObject => rest

const merged = (root: JsonObject, sum: JsonObject, part: unknown): JsonObject => {
  if (!isObject(part)) return sum
  const { properties, ...rest } = typeof part.$ref === 'string' ? refOf(root, part.$ref) : part
  const both = { ...(isObject(properties) ? properties : {}), ...(isObject(sum.properties) ? sum.properties : {}) }
  return { ...rest, ...sum, ...(Object.keys(both).length > 0 ? { properties: both } : {}) }
}

/** A description of the value applies to each of its forms. */
const noted = (shape: Shape, { title, description }: JsonObject): Shape => ({
  ...shape,
  schema: {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...shape.schema,
  },
})

const kindsOf = ({ type, properties, items, enum: values, const: constant }: JsonObject): Kind[] => {
  const types = (Array.isArray(type) ? type : [type]).filter((each): each is Kind => KINDS.includes(each as string))
  if (types.length > 0 || type !== undefined) return types
  if (isObject(properties)) return ['object']
  if (items !== undefined) return ['array']
  const [sample] = Array.isArray(values) ? values : [constant]
  return [typeof sample === 'number' ? 'number' : typeof sample === 'boolean' ? 'boolean' : 'string']
}

const shapeOf = (kind: Kind, schema: JsonObject): Shape => ({
  kind,
  schema,
  properties: kind === 'object' && isObject(schema.properties) ? Object.entries(schema.properties) : [],
})
