import { canonicalJson, isObject, type JsonObject } from 'weirjs/toolkit'
import { arrayIssues } from './array.ts'
import type { GatedSchema } from './gate.ts'
import { MAX_NESTING, shown, survey } from './json.ts'
import { objectIssues } from './object.ts'
import { resolveRef } from './refs.ts'
import { numberIssues, stringIssues } from './scalar.ts'
import { Steps } from './steps.ts'
import type { Visit } from './visit.ts'

/** The most issues of a value that are reported. */
const MAX_ISSUES = 20
/** Characters of JSON compared per step. */
const CHARACTERS_PER_STEP = 64

/**
 * Validates values against an accepted schema. It interprets the schema: nothing is compiled to code, and the cost is
 * counted. Supports the keywords of drafts 4 to 2020-12, and `nullable` of OpenAPI.
 */
export class Validator {
  readonly #schema: GatedSchema
  /** The values of each `enum` and `const`, as text. */
  readonly #allowed = new Map<object, ReadonlySet<string>>()

  constructor(schema: GatedSchema) {
    this.#schema = schema
  }

  /** What is wrong with a value, as sentences that name its path; empty if it matches. */
  issues(value: unknown): string[] {
    const { nesting, forbidden } = survey(value)
    if (nesting > MAX_NESTING) return [`The answer nests deeper than ${MAX_NESTING} levels.`]
    if (forbidden !== null) return [`${forbidden} has a name that is not allowed.`]
    const visit: Visit = {
      steps: new Steps(),
      pattern: (source) => this.#schema.patterns.get(source)!,
      issues: (schema, part, path) => this.#visit(visit, schema, part, path).slice(0, MAX_ISSUES),
    }
    return visit.issues(this.#schema.root, value, '')
  }

  #visit(visit: Visit, schema: unknown, value: unknown, path: string): string[] {
    visit.steps.take(1)
    if (schema === false) return [`${shown(path)} is not allowed.`]
    if (!isObject(schema)) return []
    if (schema.nullable === true && value === null) return []
    const referred =
      typeof schema.$ref === 'string' ? visit.issues(resolveRef(this.#schema.root, schema.$ref), value, path) : []
    const type = typeIssue(schema, value, path)
    // There is nothing more to say about a value of another type.
    if (type !== null) return [...referred, type]
    return [
      ...referred,
      ...this.#enumIssues(visit, schema, value, path),
      ...ofKind(visit, schema, value, path),
      ...combined(visit, schema, value, path),
    ]
  }

  #enumIssues(visit: Visit, schema: JsonObject, value: unknown, path: string): string[] {
    const issues: string[] = []
    if ('const' in schema) issues.push(...this.#notAmong(visit, schema, [schema.const], value, path))
    if (Array.isArray(schema.enum)) issues.push(...this.#notAmong(visit, schema.enum, schema.enum, value, path))
    return issues
  }

  /** `key` is the cache key of the values. */
  #notAmong(visit: Visit, key: object, values: readonly unknown[], value: unknown, path: string): string[] {
    const known = this.#allowed.get(key) ?? new Set(values.map(canonicalJson))
    this.#allowed.set(key, known)
    const text = canonicalJson(value)
    visit.steps.take(text.length / CHARACTERS_PER_STEP)
    return known.has(text) ? [] : [`${shown(path)} must be one of ${listed(values)}.`]
  }
}

const ofKind = (visit: Visit, schema: JsonObject, value: unknown, path: string): string[] => {
  if (typeof value === 'string') return stringIssues(visit, schema, value, path)
  if (typeof value === 'number') return numberIssues(schema, value, path)
  if (Array.isArray(value)) return arrayIssues(visit, schema, value, path)
  return isObject(value) ? objectIssues(visit, schema, value, path) : []
}

const combined = (visit: Visit, schema: JsonObject, value: unknown, path: string): string[] => {
  const { allOf, anyOf, oneOf, not } = schema
  const issues: string[] = []
  const fits = (branch: unknown) => visit.issues(branch, value, path).length === 0
  if (Array.isArray(allOf)) for (const branch of allOf) issues.push(...visit.issues(branch, value, path))
  if (Array.isArray(anyOf)) {
    const wrong = bestOf(anyOf, (branch) => visit.issues(branch, value, path))
    if (wrong.length > 0) issues.push(`${shown(path)} matches none of anyOf; the closest error: ${wrong[0]}`)
  }
  if (Array.isArray(oneOf)) {
    const fitting = oneOf.filter(fits).length
    if (fitting !== 1) issues.push(`${shown(path)} must match exactly one of oneOf, but matches ${fitting}.`)
  }
  if (not !== undefined && fits(not)) issues.push(`${shown(path)} matches what "not" excludes.`)
  if (schema.if !== undefined) {
    const branch = fits(schema.if) ? schema.then : schema.else
    if (branch !== undefined) issues.push(...visit.issues(branch, value, path))
  }
  return issues
}

/** The issues of the branch that has the fewest. */
const bestOf = (branches: readonly unknown[], issuesOf: (branch: unknown) => string[]): string[] => {
  let best: string[] | null = null
  for (const branch of branches) {
    const issues = issuesOf(branch)
    if (issues.length === 0) return issues
    if (best === null || issues.length < best.length) best = issues
  }
  return best ?? []
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const typeIssue = ({ type }: JsonObject, value: unknown, path: string): string | null => {
  if (type === undefined) return null
  const types = Array.isArray(type) ? type : [type]
  const own = typeOf(value)
  if (types.includes(own) || (types.includes('integer') && Number.isInteger(value))) return null
  return `${shown(path)} must be ${types.join(' or ')}, but is ${own}.`
}

const listed = (values: readonly unknown[]) => {
  const few = values.slice(0, 10).map((value) => JSON.stringify(value).slice(0, 60))
  return values.length > few.length ? `${few.join(', ')} and ${values.length - few.length} more` : few.join(', ')
}
