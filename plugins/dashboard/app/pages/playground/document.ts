import { api } from '../../api/client.ts'
import type { Operation } from './operations.ts'

/** The part of JSON Schema that is used. */
export interface Schema {
  $ref?: string
  type?: string
  title?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: unknown
  required?: readonly string[]
  default?: unknown
  examples?: readonly unknown[]
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

export interface Example {
  summary: string
  value: Record<string, unknown>
}

/** What an operation's body may contain. */
export interface Body {
  schema: Schema
  examples: readonly Example[]
}

interface Content {
  content: { 'application/json': { schema: Schema; examples?: Record<string, Example> } }
}
interface OpenApi {
  paths: Record<string, { post?: { requestBody: Content | { $ref: string } } }>
  components: { schemas: Record<string, Schema>; requestBodies: Record<string, Content> }
}

let loaded: Promise<OpenApi> | undefined
/** The API's own document, loaded once. */
function load(): Promise<OpenApi> {
  loaded ??= api.document<OpenApi>('/openapi.json').catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

/** Inlines references to schemas; a recursive one is left as it is the second time. */
function resolve(schema: Schema, schemas: Record<string, Schema>, within: readonly string[] = []): Schema {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    const named = schemas[name]
    if (!named || within.includes(name)) return {}
    const { $ref: _, ...beside } = schema
    return { ...resolve(named, schemas, [...within, name]), ...beside }
  }
  const deeper = (one: Schema) => resolve(one, schemas, within)
  return {
    ...schema,
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(deeper) } : {}),
    ...(schema.items ? { items: deeper(schema.items) } : {}),
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, property]) => [name, deeper(property)]),
          ),
        }
      : {}),
  }
}

/** The body of an operation on this server; undefined if the operation is switched off. Throws Failure. */
export async function bodyOf({ path }: Operation): Promise<Body | undefined> {
  const { paths, components } = await load()
  const body = paths[path]?.post?.requestBody
  if (!body) return undefined
  const content = '$ref' in body ? components.requestBodies[nameOf(body.$ref)] : body
  const { schema, examples = {} } = content!.content['application/json']
  return { schema: resolve(schema, components.schemas), examples: Object.values(examples) }
}
