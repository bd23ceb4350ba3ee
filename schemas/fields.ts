import { MAX_PATTERN_LENGTH, MAX_PATTERNS, t } from 'weirjs'

/** A switch with its default. */
export const flag = (fallback: boolean, description = '') => t.Optional(t.Boolean({ default: fallback, description }))

/** A number within bounds, with its default. */
export const number = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Number({ minimum, maximum, default: fallback, description }))

/** A whole number within bounds, with its default. */
export const integer = (minimum: number, maximum: number, fallback: number, description: string) =>
  t.Optional(t.Integer({ minimum, maximum, default: fallback, description }))

/** Patterns that addresses are matched against. */
export const urlPatterns = (description: string) =>
  t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: MAX_PATTERN_LENGTH }), {
      maxItems: MAX_PATTERNS,
      description: `${description}. Globs (\`*\` within a segment, \`**\` across segments) are matched against the path, or against the whole URL if they begin with \`http\``,
      examples: [['/docs/**']],
    }),
  )

/**
 * Names of language models, such as `llama3:8b` and `openai/gpt-4o`, and no URL: only the operator says where a model
 * is.
 */
export const MODEL_NAME = '^[^/]*(/[^/]+)*$'
