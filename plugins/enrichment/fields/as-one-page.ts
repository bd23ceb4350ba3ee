import type { ExtractionPage } from '../../extract/service.ts'

/** Joins several pages, so that a model is asked once instead of once per page. */
export function asOnePage(pages: readonly ExtractionPage[]): ExtractionPage {
  const parts = pages.map(({ url, markdown }) => `${markdown}\n\n(From ${url})`)
  return { url: pages[0]?.url ?? '', markdown: parts.join('\n\n'), structured: null, json: null }
}
