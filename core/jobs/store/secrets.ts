import type { TSchema } from '@sinclair/typebox'
import type { Sealer } from '../../secrets/sealer.ts'

/** A value as it is stored: fields marked `{ secret: true }` are kept apart, in one encrypted text. */
export interface StoredValue {
  /** JSON. */
  value: string
  secrets: string | null
}

/** Path and value of each secret, such as `[['authentication'], { … }]`. */
type Secrets = [path: (string | number)[], value: unknown][]

const none: TSchema = {} as TSchema

/** Returns the value without its secrets, and collects these. Copies only what it changes. */
function split(schema: TSchema, value: unknown, path: (string | number)[], secrets: Secrets): unknown {
  if (value === undefined) return undefined
  if (schema.secret === true) {
    secrets.push([path, value])
    return undefined
  }
  if (!hasSecrets(schema) || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const inner = (schema.items as TSchema | undefined) ?? none
    // A removed entry would shift those after it.
    return value.map((entry, i) => split(inner, entry, [...path, i], secrets) ?? null)
  }
  const properties = (schema.properties ?? {}) as Record<string, TSchema>
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const inner = Object.hasOwn(properties, name) ? (properties[name] as TSchema) : none
      return [name, split(inner, entry, [...path, name], secrets)]
    }),
  )
}

const known = new WeakMap<TSchema, boolean>()
/**
 * Whether the schema marks any secrets. Secrets are not supported within unions, as each member would be searched.
 */
export function hasSecrets(schema: TSchema): boolean {
  const answer = known.get(schema)
  if (answer !== undefined) return answer
  const inner = [...Object.values((schema.properties ?? {}) as Record<string, TSchema>), schema.items as TSchema]
  const found = schema.secret === true || inner.some((one) => one !== undefined && hasSecrets(one))
  known.set(schema, found)
  return found
}

/** Prepares a value of a job for the store. */
export function sealValue(schema: TSchema, value: unknown, sealer: Sealer, jobId: string): StoredValue {
  if (!hasSecrets(schema)) return { value: JSON.stringify(value ?? null), secrets: null }
  const secrets: Secrets = []
  const open = split(schema, value, [], secrets)
  return {
    value: JSON.stringify(open ?? null),
    secrets: secrets.length > 0 ? sealer.seal(JSON.stringify(secrets), jobId) : null,
  }
}

/** The original value, without secrets that have been erased. */
export function openValue({ value, secrets }: StoredValue, sealer: Sealer, jobId: string): unknown {
  let whole: unknown = JSON.parse(value)
  if (secrets === null) return whole
  for (const [path, secret] of JSON.parse(sealer.open(secrets, jobId)) as Secrets) {
    const last = path.at(-1)
    if (last === undefined) {
      whole = secret
      continue
    }
    const parent = path.slice(0, -1).reduce((at, name) => (at as Record<string, unknown>)[name], whole)
    ;(parent as Record<string | number, unknown>)[last] = secret
  }
  return whole
}
