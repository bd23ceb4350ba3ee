import { isApiError, isObject, type JsonObject } from 'weirjs'
import { readSchema } from '../json-schema/index.ts'

/** A schema as this plugin proposes it. */
export interface ProposedSchema extends JsonObject {
  type: 'object'
  properties: JsonObject
  required: string[]
  description: string
}

/** What is proposed, and what it cost. */
export interface Design {
  schema: ProposedSchema
  recommendations: string[]
  /** In tokens. */
  thinking: number
}

/** What is wrong with a proposal, as sentences. */
export function issuesOf(schema: unknown): string[] {
  if (!isObject(schema)) return ['it must be a JSON Schema, an object']
  if (schema.type !== 'object' || !isObject(schema.properties) || Object.keys(schema.properties).length === 0)
    return ['its type must be "object", and it must have at least one property in "properties"']
  try {
    readSchema(schema)
    return []
  } catch (error) {
    if (!isApiError(error)) throw error
    return Array.isArray(error.details.issues) ? error.details.issues.map(String) : [error.message]
  }
}

/** A proposal without issues, with nothing left open. */
export function complete({ description, required, properties, ...rest }: JsonObject): ProposedSchema {
  const named = isObject(properties) ? properties : {}
  const must = Array.isArray(required) ? required.map(String).filter((name) => Object.hasOwn(named, name)) : []
  return { ...rest, type: 'object', description: String(description ?? ''), properties: named, required: must }
}
