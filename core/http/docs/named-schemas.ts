import type { Json } from './json.ts'

/** Where a schema holds values, and no schemas. */
const valued = new Set(['default', 'const', 'enum', 'example', 'examples'])
/** What the name of a component may be, as far as every generator of clients takes it. */
const isName = /^[A-Z][A-Za-z0-9]*$/

/**
 * Moves every schema that has a `title` into `schemas` under that name, and refers to it from where it stood: so generated
 * clients have one type for each record. A second schema of the same title stays in its place, as it is another one.
 */
export function moveNamedSchemas(paths: Json, schemas: Json): Json {
  const move = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(move)
    if (typeof part !== 'object' || part === null) return part
    const moved: Json = {}
    for (const [name, value] of Object.entries(part)) moved[name] = valued.has(name) ? value : move(value)
    const { title, ...schema } = moved
    if (typeof title !== 'string' || !isName.test(title)) return moved
    const known = schemas[title]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) return schema
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  return move(paths) as Json
}
