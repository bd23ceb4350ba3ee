import { readPage, type WrittenPage } from '../pages/written-page.ts'
import type { Evidence } from '../service.ts'
import { findEvidence } from './index.ts'

/** The same on a thread. */
export const find = ({
  schema,
  data,
  pages,
}: {
  schema: Record<string, unknown>
  data: unknown
  pages: readonly WrittenPage[]
}): Evidence[] => findEvidence(schema, data, pages.map(readPage))
