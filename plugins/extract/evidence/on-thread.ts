import type { Evidence, ExtractionPage } from '../service.ts'
import { findEvidence } from './index.ts'

/** The same on a thread. */
export const find = ({
  schema,
  data,
  pages,
}: {
  schema: Record<string, unknown>
  data: unknown
  pages: readonly ExtractionPage[]
}): Evidence[] => findEvidence(schema, data, pages)
