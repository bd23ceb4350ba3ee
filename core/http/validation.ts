import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ApiError, type ErrorRules } from '../errors.ts'
import { isObject } from '../json.ts'
import { allowed, dotted, type Violation } from '../schema.ts'
import { parseHttpUrl } from '../url/http-url.ts'
import { adviseOnUrl, showUrl } from '../url/show-url.ts'

/**
 * Fills in the schema's defaults, nested ones too. Elysia fills one level only, and TypeBox merges an object into a
 * default that is a list, so that it accepts `{}` as a list.
 */
export function withDefaults(schema: TSchema, value: unknown): unknown {
  if (!hasDefaults(schema)) return value
  const filled = value === undefined ? copyOf(schema.default) : value
  if (Array.isArray(filled) && schema.items) return filled.map((item) => withDefaults(schema.items as TSchema, item))
  if (!isObject(filled) || !schema.properties) return filled
  const whole = { ...filled }
  for (const { name, property, isPlain } of defaultedOf(schema)) {
    const given = Object.hasOwn(whole, name) ? whole[name] : undefined
    if (isPlain) {
      if (given === undefined) whole[name] = property.default
      continue
    }
    const inner = withDefaults(property, given)
    if (inner !== undefined) whole[name] = inner
  }
  return whole
}

interface Defaulted {
  name: string
  property: TSchema
  /** Whether its default is a plain value and it has no nested defaults, as is mostly the case. */
  isPlain: boolean
}

const defaulted = new WeakMap<TSchema, Defaulted[]>()

/** The properties of a schema with a default, or with nested ones. */
function defaultedOf(schema: TSchema): Defaulted[] {
  const before = defaulted.get(schema)
  if (before) return before
  const all = Object.entries(schema.properties as Record<string, TSchema>)
  const found = all
    .filter(([, property]) => hasDefaults(property))
    .map(([name, property]) => {
      const isPlain = !property.properties && !property.items && typeof property.default !== 'object'
      return { name, property, isPlain }
    })
  defaulted.set(schema, found)
  return found
}

const known = new WeakMap<TSchema, boolean>()

/** Whether a schema, or one within it, has a default. */
function hasDefaults(schema: TSchema): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const inner = [...Object.values((schema.properties ?? {}) as Record<string, TSchema>), schema.items as TSchema]
  const has = schema.default !== undefined || inner.some((one) => one !== undefined && hasDefaults(one))
  known.set(schema, has)
  return has
}

/** A clone costs as much as a hundred plain values, and most defaults are plain values. */
const copyOf = (value: unknown) => (typeof value === 'object' ? structuredClone(value) : value)

/** Converts a query to the types of its schema. What cannot be converted stays text, which the schema refuses. */
export function fromQuery(schema: TSchema, query: Record<string, string>): unknown {
  const properties = (schema.properties ?? {}) as Record<string, TSchema>
  const typed = Object.entries(query).map(([name, value]) => {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined
    if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(value))
      return [name, Number(value)]
    if (type === 'boolean' && (value === 'true' || value === 'false')) return [name, value === 'true']
    return [name, value]
  })
  return withDefaults(schema, Object.fromEntries(typed))
}

/** The first violation of a schema; within a union, that of the member that was meant. */
export function firstViolation(schema: TSchema, value: unknown): Violation {
  const [first] = Value.Errors(schema, value)
  if (!first) return { path: '', message: allowed(schema), schema, value }
  const path = dotted(first.path)
  const meant = memberMeant(first.schema, first.value)
  if (!meant) return { path, message: allowed(first.schema), schema: first.schema, value: first.value }
  const inner = firstViolation(meant, first.value)
  return { ...inner, path: [path, inner.path].filter((part) => part !== '').join('.') }
}

/** The only member of a union that accepts objects, or lists, if such a value was sent. */
function memberMeant({ anyOf }: TSchema, value: unknown): TSchema | undefined {
  const type = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : undefined
  if (!anyOf || type === undefined) return undefined
  const [member, ...others] = (anyOf as TSchema[]).filter((one) => one.type === type)
  return others.length === 0 ? member : undefined
}

/** The rule for a field: by its whole path, its first name, or `*`, in this order. List indexes are ignored. */
const ruleFor = (path: string, { invalid = {} }: ErrorRules) => {
  const named = path.split('.').filter((part) => !/^\d+$/.test(part))
  return invalid[named.join('.')] ?? invalid[named[0] ?? ''] ?? invalid['*'] ?? 'invalid_request'
}

/** The parameter of a body that takes the credentials of its page: `authentication`, or `options.authentication`. */
function authenticationIn({ properties = {} }: TSchema): string | null {
  if (properties.authentication) return 'authentication'
  const options = Object.keys(properties).find((name) => properties[name].properties?.authentication)
  return options ? `${options}.authentication` : null
}

/**
 * The refusal of a body or query that violates its schema. It names the field and what is allowed, never the value.
 */
export function refusal(schema: TSchema, value: unknown, rules: ErrorRules): ApiError {
  const violation = firstViolation(schema, value)
  const rule = ruleFor(violation.path, rules)
  if (typeof rule === 'function') return rule(violation)
  const { path } = violation
  const missing = violation.value === undefined
  const isUrl = violation.schema.format === 'http-url' && typeof violation.value === 'string'
  const advice = isUrl
    ? adviseOnUrl(violation.value as string, path === 'url' ? authenticationIn(schema) : null)
    : `be ${violation.message}`
  const message = missing ? `${path} is required: ${violation.message}` : `${path || 'The body'} must ${advice}`
  const details: Record<string, unknown> = path ? { parameter: path } : {}
  if (violation.schema.format === 'http-url') Object.assign(details, whyNoUrl(violation.value))
  return new ApiError(rule, message, details, { status: 400 })
}

/** The same, or undefined if the value is valid. */
export const refusalOf = (schema: TSchema, value: unknown, rules: ErrorRules): ApiError | undefined =>
  Value.Check(schema, value) ? undefined : refusal(schema, value, rules)

/**
 * Validates a value and fills in defaults, for input that does not come as the body of a route. Throws the same
 * errors as routes do.
 */
export function readValue<T extends TSchema>(schema: T, value: unknown, rules: ErrorRules = {}): Static<T> {
  const whole = withDefaults(schema, value)
  if (!Value.Check(schema, whole)) throw refusal(schema, whole, rules)
  return whole
}

/** Why a value is not a valid URL, for `details`. */
export function whyNoUrl(value: unknown): { url?: string; reason: string } {
  if (typeof value !== 'string') return { reason: 'malformed' }
  const parsed = parseHttpUrl(value)
  return { url: showUrl(value), reason: 'problem' in parsed ? parsed.problem : 'malformed' }
}
