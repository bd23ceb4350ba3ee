import { isObject, type JsonObject } from 'weirjs/toolkit'
import { pathTo } from '../json-schema/json.ts'
import type { Evidence } from '../service.ts'
import { shapesOf } from '../structured/shape.ts'

/** The values that no page states, and what is removed with them. */
interface Dropped {
  paths: ReadonlySet<string>
  /** Positions of removed entries, by the path of their list. */
  entries: Map<string, number[]>
}

/**
 * Data without the values that no page supports: null where the schema requires them, otherwise left out. The paths
 * of the remaining ones lead to them in the new data; those of the others tell where they were.
 */
export const withoutUnsupported = (
  schema: Record<string, unknown>,
  data: unknown,
  evidence: readonly Evidence[],
): { data: unknown; evidence: Evidence[] } => {
  const paths = new Set(evidence.filter(({ supported }) => !supported).map(({ path }) => path))
  if (paths.size === 0) return { data, evidence: [...evidence] }
  const dropped = { paths, entries: new Map<string, number[]>() }
  const left = kept(schema, schema, data, '', dropped)
  const moved = (one: Evidence) => (one.supported ? { ...one, path: movedPath(one.path, dropped) } : one)
  return { data: left, evidence: evidence.map(moved) }
}

function movedPath(path: string, { entries }: Dropped): string {
  let before = ''
  let now = ''
  for (const part of path.split('/').slice(1)) {
    const gone = entries.get(before)?.filter((place) => place < Number(part)).length ?? 0
    now += `/${gone > 0 ? Number(part) - gone : part}`
    before += `/${part}`
  }
  return now
}

/** Whether an object says nothing. */
const isBlank = (value: unknown) => isObject(value) && Object.values(value).every((each) => each === null)

const kept = (root: JsonObject, schema: unknown, value: unknown, path: string, dropped: Dropped): unknown => {
  if (Array.isArray(value)) {
    const items = shapesOf(root, schema).find(({ kind }) => kind === 'array')?.schema.items
    const gone: number[] = []
    dropped.entries.set(path, gone)
    return value.flatMap((each, i) => {
      const below = pathTo(path, i)
      const left = dropped.paths.has(below) ? undefined : kept(root, items, each, below, dropped)
      if (left !== undefined && (!isBlank(left) || isBlank(each))) return [left]
      gone.push(i)
      return []
    })
  }
  if (!isObject(value)) return value
  const shape = shapesOf(root, schema).find(({ kind }) => kind === 'object')
  const required = Array.isArray(shape?.schema.required) ? (shape.schema.required as string[]) : []
  const parts = new Map(shape?.properties)
  const left: JsonObject = {}
  for (const [name, each] of Object.entries(value)) {
    const below = pathTo(path, name)
    if (!dropped.paths.has(below)) left[name] = kept(root, parts.get(name), each, below, dropped)
    else if (required.includes(name)) left[name] = null
  }
  return left
}
