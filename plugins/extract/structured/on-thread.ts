import { readPage, type WrittenPage } from '../pages/written-page.ts'
import { fillFromStructured } from './index.ts'

/** The same on a thread. Threads return text more cheaply than objects, so the result is JSON. */
export const fill = ({ schema, pages }: { schema: Record<string, unknown>; pages: readonly WrittenPage[] }): string =>
  JSON.stringify(fillFromStructured(schema, pages.map(readPage)))
