import { jsonOf } from 'weirjs'
import { type Content, type ConvertContext, threadTask } from '../../content/service.ts'
import type { WrittenPage } from '../pages/written-page.ts'
import type { ExtractionPage } from '../service.ts'
import type { FilledFromStructured } from '../structured/index.ts'
import type { fill } from '../structured/on-thread.ts'

const module = new URL('../structured/on-thread.ts', import.meta.url)

/** Fills a schema from the pages' structured data, on a thread: some pages have a lot. */
export async function fillStructured(
  content: Content,
  schema: Record<string, unknown>,
  pages: readonly ExtractionPage[],
  context: ConvertContext,
): Promise<FilledFromStructured> {
  const given = { schema, pages: writtenPages(pages) }
  const text = await content.run(() => threadTask<typeof fill>(module, 'fill', given, []), context)
  return JSON.parse(text) as FilledFromStructured
}

/** Pages in a form that can be sent to a thread. */
export const writtenPages = (pages: readonly ExtractionPage[]): WrittenPage[] =>
  pages.map(({ url, markdown, structured, json, html, metadata }) => ({
    url,
    markdown,
    structured: jsonOf(structured) ?? 'null',
    json: jsonOf(json) ?? 'null',
    html,
    metadata: { ...metadata },
  }))
