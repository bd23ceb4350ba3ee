/** The parts of a JSON Schema that the Python client needs. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

interface Media {
  schema: Schema
}
export interface Operation {
  operationId: string
  summary?: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { $ref?: string }
  responses: Record<string, { content?: Record<string, Media> }>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; requestBodies: Record<string, { content: Record<string, Media> }> }
}

/** Extracts `Job` from `#/components/schemas/Job`. */
export const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)
