import { unreadable } from '../answer.ts'
import { askChild, damaged } from './ask-child.ts'
import type { Answer, Extracted, Hints } from './extracted.ts'
import type { ExtractorName } from './extractors.ts'
import { documentLimits, MOST_CHILDREN } from './limits.ts'
import { Places } from './places.ts'
import { startChild } from './start-child.ts'

const places = new Places(MOST_CHILDREN)

/**
 * Reads a document in a process of its own, which is killed when it uses more than it may; the server's memory holds no more
 * than the document and its HTML. Throws ApiError `scraping_failed` with a reason, and the signal's reason when it is
 * aborted.
 */
export async function readUntrusted(
  name: ExtractorName,
  bytes: Uint8Array,
  hints: Hints,
  signal?: AbortSignal,
  limits = documentLimits,
): Promise<Extracted> {
  const leave = await places.take(URL.parse(hints.url)?.host ?? '', signal)
  try {
    return extractedOf(await askChild(await startChild(name), { bytes, hints }, limits, signal))
  } finally {
    leave()
  }
}

function extractedOf(text: string): Extracted {
  let answer: Answer
  try {
    answer = JSON.parse(text)
  } catch {
    throw damaged('its process wrote no answer')
  }
  if ('refused' in answer) throw unreadable(answer.refused.reason, answer.refused.message, answer.refused.cause)
  return answer.extracted
}
