import { isObject, type JsonObject } from '../json-schema/index.ts'
import { pathTo } from '../json-schema/json.ts'
import type { Evidence } from '../service.ts'
import { shapesOf } from '../structured/shape.ts'

/** Data without the values that no page supports: null where the schema requires them, left out where not. */
export const withoutUnsupported = (
  schema: Record<string, unknown>,
  data: unknown,
  evidence: readonly Evidence[],
): unknown => {
  const dropped = new Set(evidence.filter(({ supported }) => !supported).map(({ path }) => path))
  return dropped.size === 0 ? data : kept(schema, schema, data, '', dropped)
}

const kept = (
  root: JsonObject,
  schema: unknown,
  value: unknown,
  path: string,
  dropped: ReadonlySet<string>,
): unknown => {
  if (Array.isArray(value)) {
    const items = shapesOf(root, schema).find(({ kind }) => kind === 'array')?.schema.items
    return value.flatMap((each, i) => {
      const below = pathTo(path, i)
      return dropped.has(below) ? [] : [kept(root, items, each, below, dropped)]
    })
  }
  if (!isObject(value)) return value
  const shape = shapesOf(root, schema).find(({ kind }) => kind === 'object')
  const required = Array.isArray(shape?.schema.required) ? (shape.schema.required as string[]) : []
  const parts = new Map(shape?.properties)
  const left: JsonObject = {}
  for (const [name, each] of Object.entries(value)) {
    const below = pathTo(path, name)
    if (!dropped.has(below)) left[name] = kept(root, parts.get(name), each, below, dropped)
    else if (required.includes(name)) left[name] = null
  }
  return left
}
