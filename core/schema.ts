import {
  FormatRegistry,
  Kind,
  type SchemaOptions,
  type StringOptions,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { MAX_URL, parseHttpUrl } from './url/http-url.ts'

export type { Static, StaticDecode, TObject, TProperties, TSchema } from '@sinclair/typebox'

/** A string with a length limit. TypeBox counts UTF-16 code units, JSON Schema counts characters. */
const TEXT: string = 'Text'

/** A string with a pattern is TypeBox's own, which is the only kind whose pattern is compiled. */
const string = (options: StringOptions = {}): TString => {
  const { minLength, maxLength, pattern } = options
  const isText = (minLength ?? maxLength) !== undefined && pattern === undefined
  return isText ? ({ ...Type.String(options), [Kind]: TEXT } as TString) : Type.String(options)
}

/** TypeBox ignores limits of a key, and makes a record of an unknown kind accept nothing. */
const record = ((key: TSchema, ...rest: [TSchema, SchemaOptions?]) =>
  Type.Record(key[Kind] === TEXT ? Type.String() : key, ...rest)) as typeof Type.Record

/**
 * Plain TypeBox 0.34, except for `String` and its use as a key. Not Elysia's `t`, whose `Integer` accepts the string
 * "5" in a JSON body.
 */
export const t = Object.assign({}, Type, { String: string, Record: record })

/** Whether the number of characters of a text is within the limits. */
function fits(text: string, least: number, most: number): boolean {
  const units = text.length
  // A character is one or two units: most texts need no counting.
  if (units < least || units > 2 * most) return false
  if (units >= 2 * least && units <= most) return true
  let characters = 0
  for (const _ of text) characters++
  return characters >= least && characters <= most
}

TypeRegistry.Set<StringOptions>(
  TEXT,
  ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, format }, value) =>
    typeof value === 'string' &&
    fits(value, minLength, maxLength) &&
    (format === undefined || FormatRegistry.Get(format)?.(value) === true),
)
TypeRegistry.Set<{ enum: readonly unknown[] }>('OneOf', (schema, value) => schema.enum.includes(value))
FormatRegistry.Set('http-url', (value) => 'url' in parseHttpUrl(value))
/** Characters that cannot be seen, or that reverse those after them: an address could look like another one. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}]/u
FormatRegistry.Set(
  'email',
  (value) =>
    /^[^\s@,<>"\\]{1,64}@[^\s@.,:/<>"'\\]+(?:\.[^\s@.,:/<>"'\\]+)+$/.test(value) &&
    value.length <= 254 &&
    !HIDDEN.test(value),
)
FormatRegistry.Set(
  'date-time',
  (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    isDay(value.slice(0, 'YYYY-MM-DD'.length)),
)

/** Whether the date exists: `Date.parse` takes the 30th of February for one in March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** One of the given strings; in OpenAPI a string with an `enum`. (TypeBox's union of literals becomes `anyOf`.) */
export const oneOf = <const T extends readonly string[]>(values: T, options: SchemaOptions = {}): TUnsafe<T[number]> =>
  Type.Unsafe<T[number]>({ [Kind]: 'OneOf', type: 'string', enum: [...values], ...options })

/** A value of the schema, or null. */
export const nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/** A URL that may be fetched: http or https, with a host, without credentials, at most 8192 characters. */
export const httpUrl = (options: SchemaOptions = {}) => t.String({ format: 'http-url', maxLength: MAX_URL, ...options })

/** ISO 8601 in UTC with milliseconds. Source: decisions 1.5. */
export const timestamp = (options: SchemaOptions = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'], ...options })

/** The envelope of a success. `warnings` names unknown parameters, and other things the caller should know. */
export const reply = <T extends TSchema>(data: T, options: SchemaOptions = {}) =>
  Type.Object({ success: Type.Literal(true), data, warnings: Type.Optional(Type.Array(Type.String())) }, options)

/** The parameters `limit` and `cursor` of a list. Source: decisions 1.8. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Maximum number of entries to return' }),
  ),
  cursor: Type.Optional(t.String({ maxLength: 500, description: 'The `nextCursor` of the previous page' })),
}

/** Why a value does not match its schema. */
export interface Violation {
  /** The dotted path in the body or query, such as `viewport.width`; empty for the whole. */
  path: string
  /** What is allowed there. Never repeats the value, which may be a secret. */
  message: string
  schema: TSchema
  value: unknown
}

const article = (type: unknown) =>
  type === 'integer' ? 'a whole number' : `a${/^[aeiou]/.test(String(type)) ? 'n' : ''} ${type}`

/** What a schema allows, in words: "a number from 1000 to 120000", "one of: a, b". */
export function allowed(schema: TSchema): string {
  if (Array.isArray(schema.enum)) return `one of: ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const union = (schema.anyOf ?? schema.oneOf) as TSchema[] | undefined
  // In a query, Elysia converts a boolean to one of these, or to its text.
  if (union) return [...new Set(union.filter((member) => member.format !== 'boolean').map(allowed))].join(', or ')
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, maxProperties, format, type, items } = schema
  if (format === 'http-url') return 'an http or https URL with a host and without credentials'
  if (format === 'email') return 'an e-mail address'
  if (format === 'date-time') return 'an ISO 8601 time such as 2026-01-31T12:00:00.000Z'
  const between = (low: unknown, high: unknown, unit: string) => {
    const counted = (count: unknown) => `${count}${unit}${unit === '' || count === 1 ? '' : 's'}`
    return low !== undefined && high !== undefined
      ? ` ${unit === '' ? 'from' : 'of'} ${low} to ${counted(high)}`
      : low !== undefined
        ? ` of at least ${counted(low)}`
        : high !== undefined
          ? ` of at most ${counted(high)}`
          : ''
  }
  if (type === 'number' || type === 'integer') return article(type) + between(minimum, maximum, '')
  if (type === 'string' && format !== undefined && !schema.pattern) return `a string of the format ${format}`
  if (type === 'string' && schema.pattern) {
    const [example] = (schema.examples as unknown[] | undefined) ?? []
    return `a string that matches ${schema.pattern}${example === undefined ? '' : `, such as ${example}`}`
  }
  if (type === 'string') return `a string${between(minLength, maxLength, ' character')}`
  if (type === 'array')
    return `an array${between(minItems, maxItems, ' item')}${items ? `, each ${allowed(items as TSchema)}` : ''}`
  if (maxProperties !== undefined) return `an object of at most ${maxProperties} entries`
  return type ? article(type) : 'another value'
}

/** Converts `/viewport/width` to `viewport.width`. */
export const dotted = (pointer: string) =>
  pointer.replace(/^\//, '').replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

/** Fields of `value` that are not in the schema, as dotted paths. An open record (`headers`) has any field. */
export function unknownNames(schema: TSchema, value: unknown, prefix = ''): string[] {
  const found: string[] = []
  collectUnknown(schema, value, prefix, found)
  return found
}

function collectUnknown(schema: TSchema, value: unknown, prefix: string, found: string[]): void {
  if (value === null || typeof value !== 'object') return
  if (schema.anyOf) {
    const meant = (schema.anyOf as TSchema[]).find((member) => Value.Check(member, value))
    if (meant) collectUnknown(meant, value, prefix, found)
    return
  }
  if (Array.isArray(value)) {
    const path = `${prefix}[]`
    if (schema.items) for (const item of value) collectUnknown(schema.items as TSchema, item, path, found)
    return
  }
  const properties = schema.properties as Record<string, TSchema> | undefined
  if (!properties) return
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known && !(known.properties || known.items || known.anyOf)) continue
    const path = prefix ? `${prefix}.${name}` : name
    if (known) collectUnknown(known, (value as Record<string, unknown>)[name], path, found)
    else found.push(path)
  }
}
