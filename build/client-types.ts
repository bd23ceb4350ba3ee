import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { readDocument } from './document.ts'

/** What of a document the client's types are made of. */
interface Operation {
  responses: Record<string, { headers?: unknown }>
  parameters?: { name: string }[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; requestBodies: unknown }
}

/** Where they stand. */
export const FILE = join(import.meta.dir, '../core/client/openapi.ts')

/**
 * Without the leave to name more than a schema does: what the service only warns of is an error to a compiler. An
 * engine may be one of the operator's own.
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

/** The types of the client, and what it has to know at run time, as source code. */
export async function writeClientTypes(): Promise<string> {
  const document = await readDocument<Document>()
  const unkeyed: string[] = []
  // Outside of it stand the APIs of others, which have clients of their own.
  for (const path of Object.keys(document.paths)) if (!path.startsWith('/v1/')) delete document.paths[path]
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (method === 'post' && !operation.parameters?.some(({ name }) => name === 'Idempotency-Key')) unkeyed.push(path)
      // Failures are thrown, and headers are not handed on.
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!status.startsWith('2')) delete operation.responses[status]
        else delete response.headers
      }
    }
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (name.endsWith('Body')) document.components.schemas[name] = closed(schema)
  document.components.requestBodies = closed(document.components.requestBodies)
  // What has a default may be left out of a request; answers state none.
  const types = astToString(await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false }))
  return `// Written by \`bun run generate\` from the API's document; not to be edited.
${types}
/** Paths whose POST takes no Idempotency-Key: done twice where it is sent twice. */
export const unkeyed: readonly string[] = ${JSON.stringify(unkeyed, null, 2)}
`
}

/** Why the types that stand there are not those of the API; undefined where they are. */
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
