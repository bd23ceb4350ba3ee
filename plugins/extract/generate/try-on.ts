import { isApiError, isTimeUp } from 'weirjs'
import type { Extraction, ExtractionPage } from '../service.ts'
import type { ProposedSchema } from './design.ts'

/** Fills a proposed schema from its page, and reports what is worth knowing about the result. */
export async function tryOn(
  page: ExtractionPage,
  { schema, model }: { schema: ProposedSchema; model: string | undefined },
  extraction: Pick<Extraction, 'fill' | 'readSchema'>,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const { missing } = await extraction.fill([page], { schema: extraction.readSchema(schema), model }, { signal })
    return missing.map((path) => `${path} came out empty on the page: describe it more precisely, or remove it`)
  } catch (error) {
    // The schema is there, and has been paid for.
    if (isTimeUp(signal)) return ['There was no time to test it on the page']
    if (!isApiError(error)) throw error
    return [`The test on the page failed: ${error.message}`]
  }
}
