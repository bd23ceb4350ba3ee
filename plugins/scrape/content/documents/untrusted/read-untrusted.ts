import { FairSemaphore, type PermitRequest } from 'weirjs'
import { askChild } from './ask-child.ts'
import type { Hints } from './extracted.ts'
import type { ExtractorName } from './extractors.ts'
import { documentLimits, MOST_CHILDREN, SPARE_CHILDREN } from './limits.ts'
import { startChild } from './start-child.ts'

/** Ms that a document waits for its turn. */
const PATIENCE = 60_000

const permits = new FairSemaphore({
  permits: MOST_CHILDREN,
  spare: SPARE_CHILDREN,
  patience: PATIENCE,
  what: 'documents',
})

/**
 * Has a document read in a process of its own, which is killed when it uses more than it may; the server's memory holds no
 * more than the document and what the process wrote, which `extractedOf` reads. Accounts take turns. Throws ApiError
 * `scraping_failed` with a reason, and the signal's reason when it is aborted.
 */
export async function readUntrusted(
  name: ExtractorName,
  bytes: Uint8Array,
  hints: Hints,
  permit: PermitRequest,
  limits = documentLimits,
): Promise<string> {
  const release = await permits.acquire(permit)
  try {
    return await askChild(await startChild(name), { bytes, hints }, limits, permit.signal)
  } finally {
    release()
  }
}
