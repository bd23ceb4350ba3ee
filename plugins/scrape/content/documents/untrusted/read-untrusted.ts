import { Places } from '../../places.ts'
import { askChild } from './ask-child.ts'
import type { Hints } from './extracted.ts'
import type { ExtractorName } from './extractors.ts'
import { documentLimits, MOST_CHILDREN } from './limits.ts'
import { startChild } from './start-child.ts'

const places = new Places({ most: MOST_CHILDREN, what: 'documents' })

/**
 * Has a document read in a process of its own, which is killed when it uses more than it may; the server's memory holds no
 * more than the document and what the process wrote, which `extractedOf` reads. Throws ApiError `scraping_failed` with a
 * reason, and the signal's reason when it is aborted.
 */
export async function readUntrusted(
  name: ExtractorName,
  bytes: Uint8Array,
  hints: Hints,
  signal?: AbortSignal,
  limits = documentLimits,
): Promise<string> {
  const leave = await places.take(URL.parse(hints.url)?.host ?? '', signal)
  try {
    return await askChild(await startChild(name), { bytes, hints }, limits, signal)
  } finally {
    leave()
  }
}
