import type { Json } from './json.ts'

/** Keywords of a schema that hold values, not schemas. */
const valued = new Set(['default', 'const', 'enum', 'example', 'examples'])
/** Component names that every client generator accepts. */
const isName = /^[A-Z][A-Za-z0-9]*$/

/**
 * Moves every schema with a `title` into `schemas` under that name and leaves a reference in its place, so that
 * generated clients have one type for each record. Two kinds stay where they are: a different schema whose title is
 * taken, and one whose fields have defaults, as generators treat such fields as required outside of a body.
 */
export function moveNamedSchemas(part: unknown, schemas: Json): unknown {
  if (Array.isArray(part)) return part.map((item) => moveNamedSchemas(item, schemas))
  if (typeof part !== 'object' || part === null) return part
  const moved: Json = {}
  for (const [name, value] of Object.entries(part))
    moved[name] = valued.has(name) ? value : moveNamedSchemas(value, schemas)
  const { title, ...schema } = moved
  if (typeof title !== 'string' || !isName.test(title) || hasDefaults(schema)) return moved
  const known = schemas[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) return schema
  schemas[title] = schema
  return { $ref: `#/components/schemas/${title}` }
}

const hasDefaults = ({ properties = {} }: Json) =>
  Object.values<Json>(properties).some((property) => property.default !== undefined)

/** Moves the request bodies of operations into `bodies`, each under its schema's title. */
export function moveNamedBodies(paths: Json, bodies: Json): void {
  for (const operations of Object.values<Json>(paths))
    for (const operation of Object.values<Json>(operations)) {
      const name = operation.requestBody?.content['application/json']?.schema?.title
      if (typeof name !== 'string' || !isName.test(name) || bodies[name] !== undefined) continue
      bodies[name] = operation.requestBody
      operation.requestBody = { $ref: `#/components/requestBodies/${name}` }
    }
}
