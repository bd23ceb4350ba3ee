import { ApiError } from 'weirjs/toolkit'

/** The limits of a schema. Source: decisions 8.4, threats T21 to T23. */
export const LIMITS = {
  /** Of its JSON, in UTF-8. */
  bytes: 65_536,
  /** Nested brackets in its JSON. */
  nesting: 64,
  /** Nested objects and arrays in the data that it describes. */
  depth: 8,
  properties: 200,
  /** Branches of one `anyOf`, `oneOf` or `allOf`, and of all together. */
  branches: 8,
  branchesInAll: 64,
  enumValues: 1_000,
  /** Characters of one pattern. */
  pattern: 512,
  /** Instructions that all patterns compile to. */
  patternInstructions: 2_000,
  /** Schemas after expanding every `$ref`. */
  expanded: 2_000,
} as const

export type Limit = keyof typeof LIMITS

const SAID: Record<Limit, string> = {
  bytes: 'bytes of JSON',
  nesting: 'nested brackets',
  depth: 'nested objects and lists',
  properties: 'properties',
  branches: 'branches of one anyOf, oneOf or allOf',
  branchesInAll: 'branches of anyOf, oneOf and allOf together',
  enumValues: 'values of one enum',
  pattern: 'characters of one pattern',
  patternInstructions: 'repetitions and alternatives of all patterns together',
  expanded: 'schemas after each $ref is written out',
}

const tooComplex = (message: string, details: Record<string, unknown> = {}) =>
  new ApiError('schema_too_complex', message, details)

/** Refuses a schema that exceeds a limit. */
export const beyond = (limit: Limit) =>
  tooComplex(`The schema is too complex: at most ${LIMITS[limit]} ${SAID[limit]} are allowed. Request less at once.`, {
    limit,
    maximum: LIMITS[limit],
  })

/** Refuses a `$ref` that leads out of the schema, or back to itself. */
export const refusedRef = (ref: string, reason: 'remote' | 'circular') =>
  tooComplex(
    reason === 'remote'
      ? `The schema refers to ${JSON.stringify(ref.slice(0, 200))}, which is not fetched: a $ref must begin with #.`
      : `The schema refers to itself by ${JSON.stringify(ref.slice(0, 200))}: write out as many levels as you need.`,
    { $ref: ref.slice(0, 200), reason },
  )

/** Refuses to continue with an answer that would take too long to check. */
export const tooSlow = () =>
  tooComplex('The answer takes too long to check against this schema: use fewer anyOf, oneOf, $ref and patterns.')
