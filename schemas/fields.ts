import { MAX_PATTERN_LENGTH, MAX_PATTERNS, nullable, t } from 'weirjs'

/** A boolean with its default. */
export const flag = (fallback: boolean, description = '') => t.Optional(t.Boolean({ default: fallback, description }))

/** A number with bounds and a default. */
export const number = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Number({ minimum, maximum, default: fallback, description }))

/** A whole number with bounds and a default. */
export const integer = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Integer({ minimum, maximum, default: fallback, description }))

/** The `cursor` of the next page of a list. */
export const nextCursor = nullable(t.String(), { description: 'The `cursor` of the next page; null on the last page' })

/**
 * The most header fields that a caller may have sent: runtimes take time in proportion to the square of their number.
 */
const MAX_HEADERS = 250

/** Header fields that a caller has sent. */
export const requestHeaders = (description: string) =>
  t.Optional(t.Record(t.String(), t.String({ maxLength: 8000 }), { maxProperties: MAX_HEADERS, description }))

/** Patterns that URLs are matched against. */
export const urlPatterns = (description: string) =>
  t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: MAX_PATTERN_LENGTH }), {
      maxItems: MAX_PATTERNS,
      description: `${description}. Globs (\`*\` within a segment, \`**\` across segments) are matched against the path, or against the whole URL if they begin with \`http\``,
      examples: [['/docs/**']],
    }),
  )

/**
 * The names of language models, such as `llama3:8b` and `openai/gpt-4o`. URLs do not match: only the operator chooses
 * a model's address.
 */
export const MODEL_NAME = '^[^/]*(/[^/]+)*$'
