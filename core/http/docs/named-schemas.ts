import type { Json } from './json.ts'

/** Where a schema holds values, and no schemas. */
const valued = new Set(['default', 'const', 'enum', 'example', 'examples'])
/** What the name of a component may be, as far as every generator of clients takes it. */
const isName = /^[A-Z][A-Za-z0-9]*$/

/**
 * Moves every schema that has a `title` into `schemas` under that name, and refers to it from where it stood: so
 * generated clients have one type for each record. A second schema of the same title stays in its place, as it is
 * another one; so does one whose fields have defaults, because generators take these for required wherever they do
 * not stand in a body.
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

/** Moves the bodies of operations into `bodies`, each under the name that its schema has as its title. */
export function moveNamedBodies(paths: Json, bodies: Json): void {
  for (const operations of Object.values<Json>(paths))
    for (const operation of Object.values<Json>(operations)) {
      const name = operation.requestBody?.content['application/json']?.schema?.title
      if (typeof name !== 'string' || !isName.test(name) || bodies[name] !== undefined) continue
      bodies[name] = operation.requestBody
      operation.requestBody = { $ref: `#/components/requestBodies/${name}` }
    }
}
