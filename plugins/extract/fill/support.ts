import { type Content, type ConvertContext, threadTask } from '../../content/service.ts'
import type { find } from '../evidence/on-thread.ts'
import { withoutUnsupported } from '../evidence/without-unsupported.ts'
import type { Evidence, ExtractionPage } from '../service.ts'
import { writtenPages } from './fill-structured.ts'

const module = new URL('../evidence/on-thread.ts', import.meta.url)

/** What was filled, and from which pages. */
export interface ToSupport {
  schema: Record<string, unknown>
  data: unknown
  pages: readonly ExtractionPage[]
  /** Leaves out what no page states. */
  drop: boolean
}

/** Finds out on a thread what on the pages supports each value. */
export async function findSupport(
  content: Content,
  { schema, data, pages, drop }: ToSupport,
  context: ConvertContext,
): Promise<{ data: unknown; evidence: Evidence[] }> {
  const given = { schema, data, pages: writtenPages(pages) }
  const evidence = await content.run(() => threadTask<typeof find>(module, 'find', given, []), context)
  return drop ? withoutUnsupported(schema, data, evidence) : { data, evidence }
}
