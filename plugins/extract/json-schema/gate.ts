import { ApiError, isObject, type JsonObject, LinearPattern } from 'weirjs/toolkit'
import { survey } from './json.ts'
import { keywordIssues } from './keywords.ts'
import { beyond, LIMITS, refusedRef } from './limits.ts'
import { isPointer, resolveRef } from './refs.ts'
import { subschemas } from './subschemas.ts'

/** The most issues reported at once. */
const MAX_ISSUES = 20

const invalid = (issues: readonly string[]) => {
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more in details.issues)` : ''
  const message = `The schema is not a JSON Schema that can be filled: ${issues[0]}${more}`
  return new ApiError('invalid_schema', message, { issues: issues.slice(0, MAX_ISSUES) })
}

/** A caller's schema that may be used, with its patterns compiled. */
export interface GatedSchema {
  root: JsonObject
  patterns: ReadonlyMap<string, LinearPattern>
}

/**
 * Accepts a valid schema that takes no more work than it looks like. Throws 400 `invalid_schema` with everything
 * wrong in `details.issues`, or `schema_too_complex`. Source: decisions 8.4, threats T21 to T23.
 */
export const gate = (schema: unknown): GatedSchema => {
  if (!isObject(schema)) throw invalid(['it must be an object, such as { "type": "object", "properties": {} }.'])
  const { nesting, forbidden } = survey(schema)
  if (nesting > LIMITS.nesting) throw beyond('nesting')
  if (new TextEncoder().encode(JSON.stringify(schema)).length > LIMITS.bytes) throw beyond('bytes')
  if (forbidden !== null) throw invalid([`${forbidden} has a name that is not allowed.`])
  const gated = new Gate(schema).pass()
  measure(schema, schema, new Map())
  return gated
}

/** Visits each schema once: the root, subschemas, and the targets of references. */
class Gate {
  readonly #root: JsonObject
  readonly #issues: string[] = []
  readonly #patterns = new Map<string, LinearPattern>()
  #properties = 0
  #branches = 0
  #instructions = 0

  constructor(root: JsonObject) {
    this.#root = root
  }

  pass(): GatedSchema {
    this.#checkRoot()
    const seen = new Set<JsonObject>()
    const open: { schema: unknown; path: string }[] = [{ schema: this.#root, path: '' }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { schema, path } = next
      if (!isObject(schema) || seen.has(schema)) continue
      seen.add(schema)
      this.#issues.push(...keywordIssues(schema, path))
      this.#count(schema)
      this.#checkPatterns(schema, path)
      const referred = this.#follow(schema, path)
      if (referred !== undefined) open.push({ schema: referred, path: `${schema.$ref}`.slice(1) })
      open.push(...subschemas(schema, path))
    }
    if (this.#issues.length > 0) throw invalid(this.#issues)
    return { root: this.#root, patterns: this.#patterns }
  }

  /** What is extracted is an object. */
  #checkRoot(): void {
    const { type } = this.#root
    const types = Array.isArray(type) ? type : [type]
    const others = ['string', 'number', 'integer', 'boolean', 'array', 'null']
    if (types.every((each) => others.includes(each)))
      this.#issues.push('/type must be "object": put what you want into its properties.')
  }

  #count(schema: JsonObject): void {
    for (const keyword of ['properties', 'patternProperties'])
      if (isObject(schema[keyword])) this.#properties += Object.keys(schema[keyword]).length
    if (this.#properties > LIMITS.properties) throw beyond('properties')
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const branches = Array.isArray(schema[keyword]) ? schema[keyword].length : 0
      if (branches > LIMITS.branches) throw beyond('branches')
      this.#branches += branches
    }
    if (this.#branches > LIMITS.branchesInAll) throw beyond('branchesInAll')
    if (Array.isArray(schema.enum) && schema.enum.length > LIMITS.enumValues) throw beyond('enumValues')
  }

  #checkPatterns(schema: JsonObject, path: string): void {
    if (typeof schema.pattern === 'string') this.#checkPattern(schema.pattern, `${path}/pattern`)
    if (!isObject(schema.patternProperties)) return
    for (const source of Object.keys(schema.patternProperties)) this.#checkPattern(source, `${path}/patternProperties`)
  }

  #checkPattern(source: string, path: string): void {
    if (this.#patterns.has(source)) return
    if (source.length > LIMITS.pattern) throw beyond('pattern')
    try {
      const pattern = new LinearPattern(source)
      this.#instructions += pattern.size
      this.#patterns.set(source, pattern)
    } catch (error) {
      this.#issues.push(`${path} ${(error as SyntaxError).message}`)
    }
    if (this.#instructions > LIMITS.patternInstructions) throw beyond('patternInstructions')
  }

  #follow({ $ref }: JsonObject, path: string): JsonObject | boolean | undefined {
    if (typeof $ref !== 'string') return undefined
    if (!$ref.startsWith('#')) throw refusedRef($ref, 'remote')
    const found = isPointer($ref) ? resolveRef(this.#root, $ref) : undefined
    if (found === undefined) this.#issues.push(`${path}/$ref does not resolve: write it like "#/$defs/name".`)
    return found
  }
}

/** The size of a schema with every reference expanded. */
interface Measure {
  depth: number
  schemas: number
}

/** Throws `schema_too_complex` if a schema is too deep, too large or recursive. Each is measured once. */
const measure = (schema: unknown, root: JsonObject, known: Map<JsonObject, Measure | 'open'>): Measure => {
  if (!isObject(schema)) return { depth: 0, schemas: 1 }
  const before = known.get(schema)
  if (before !== undefined && before !== 'open') return before
  known.set(schema, 'open')
  const whole: Measure = { depth: 0, schemas: 1 }
  const add = (part: unknown, levels: number) => {
    const { depth, schemas } = measure(part, root, known)
    whole.depth = Math.max(whole.depth, depth + levels)
    whole.schemas += schemas
    if (whole.depth > LIMITS.depth) throw beyond('depth')
    if (whole.schemas > LIMITS.expanded) throw beyond('expanded')
  }
  if (typeof schema.$ref === 'string') {
    const referred = resolveRef(root, schema.$ref)
    if (isObject(referred) && known.get(referred) === 'open') throw refusedRef(schema.$ref, 'circular')
    add(referred, 0)
  }
  for (const { schema: part, about } of subschemas(schema, '')) {
    if (about !== 'definition') add(part, about === 'part' ? 1 : 0)
  }
  known.set(schema, whole)
  return whole
}
