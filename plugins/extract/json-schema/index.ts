import type { ExtractionSchema } from '../service.ts'
import { gate } from './gate.ts'
import { Validator } from './validator.ts'

export { resolveRef } from './refs.ts'

/**
 * Reads a caller's schema. Throws 400 `invalid_schema`, with everything wrong in `details.issues`, or
 * `schema_too_complex`; `issues` throws the latter if checking an answer would take too long.
 */
export const readSchema = (schema: unknown): ExtractionSchema => {
  const gated = gate(schema)
  const validator = new Validator(gated)
  return { schema: gated.root, issues: (value) => validator.issues(value) }
}
