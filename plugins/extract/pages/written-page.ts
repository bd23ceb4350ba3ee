import type { ExtractionPage } from '../service.ts'

/** A page as it is sent to a thread. Its data are JSON, as copying large objects would block the event loop. */
export interface WrittenPage extends Omit<ExtractionPage, 'structured' | 'json'> {
  structured: string
  json: string
}

/** The page, on the thread. */
export const readPage = (page: WrittenPage): ExtractionPage => ({
  ...page,
  structured: JSON.parse(page.structured),
  json: JSON.parse(page.json),
})
