import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { readDocument } from './document.ts'

/** The parts of a document that the client's types are made from. */
interface Operation {
  responses: Record<string, { headers?: unknown }>
  parameters?: { name: string }[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; requestBodies: unknown }
}

/** The file with the types. */
export const FILE = join(import.meta.dir, '../core/client/openapi.ts')

/**
 * Removes `additionalProperties: true`, so that unknown fields are compile errors; the service only warns of them. An
 * engine's name stays open, as operators can add their own.
 */
function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(closed)
  const parts = Object.entries(schema).filter(
    ([name, value]) => !(name === 'additionalProperties' && value === true && 'properties' in schema),
  )
  return Object.fromEntries(
    parts.map(([name, value]) => [
      name,
      name === 'engine' && isEnum(value) ? { ...value, enum: undefined } : closed(value),
    ]),
  )
}

const isEnum = (schema: unknown): schema is object => typeof schema === 'object' && schema !== null && 'enum' in schema

/** The source code of the client's types, and of what it needs at run time. */
export async function writeClientTypes(): Promise<string> {
  const document = await readDocument<Document>()
  const unkeyed: string[] = []
  // Other paths are APIs of other services, which have clients of their own.
  for (const path of Object.keys(document.paths)) if (!path.startsWith('/v1/')) delete document.paths[path]
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (method === 'post' && !operation.parameters?.some(({ name }) => name === 'Idempotency-Key')) unkeyed.push(path)
      // Failures are thrown, and headers are not returned.
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!status.startsWith('2')) delete operation.responses[status]
        else delete response.headers
      }
    }
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (name.endsWith('Body')) document.components.schemas[name] = closed(schema)
  document.components.requestBodies = closed(document.components.requestBodies)
  // Parameters with a default are optional; responses have no defaults.
  const types = astToString(await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false }))
  return `// Written by \`bun run generate\` from the API's document; not to be edited.
${types}
/** Paths whose POST accepts no Idempotency-Key, so that a repeated request is executed twice. */
export const unkeyed: readonly string[] = ${JSON.stringify(unkeyed, null, 2)}
`
}

/** Why the existing types are not those of the API; undefined if they are current. */
export async function whyStale(): Promise<string | undefined> {
  const isFresh = (await Bun.file(FILE).text()) === (await writeClientTypes())
  return isFresh ? undefined : 'core/client/openapi.ts is older than the API: run `bun run generate`'
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const why = await whyStale()
    if (why !== undefined) console.error(why)
    process.exitCode = why === undefined ? 0 : 1
  } else await Bun.write(FILE, await writeClientTypes())
}
