import type { ExtractionSchema } from '../service.ts'
import { gate } from './gate.ts'
import { Validator } from './validator.ts'

export { resolveRef } from './refs.ts'

/**
 * Reads a caller's schema. Throws 400 `invalid_schema`, with all that is wrong in `details.issues`, or
 * `schema_too_complex`; `issues` throws the latter for an answer that would take too long to check.
 */
export const readSchema = (schema: unknown): ExtractionSchema => {
  const gated = gate(schema)
  const validator = new Validator(gated)
  return { schema: gated.root, issues: (value) => validator.issues(value) }
}
