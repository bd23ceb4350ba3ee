import type { ExtractionPage } from '../service.ts'
import { fillFromStructured } from './index.ts'

/** The same on a thread, which gives texts cheaper than objects: the JSON of what was filled. */
export const fill = ({
  schema,
  pages,
}: {
  schema: Record<string, unknown>
  pages: readonly ExtractionPage[]
}): string => JSON.stringify(fillFromStructured(schema, pages))
