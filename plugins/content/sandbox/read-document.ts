import { FairSemaphore, type PermitRequest, type Release } from 'weirjs'
import type { Hints } from '../document-model.ts'
import { askChild, type Limits } from './ask-child.ts'
import { documentLimits, MAX_CHILDREN, SPARE_CHILDREN } from './limits.ts'
import { startChild } from './start-child.ts'

/** Milliseconds that a document waits for its turn. */
const PATIENCE = 60_000

const permits = new FairSemaphore({
  permits: MAX_CHILDREN,
  spare: SPARE_CHILDREN,
  patience: PATIENCE,
  what: 'documents',
})

/**
 * Reads a document in a process of its own, which is killed if it exceeds its limits. The server's memory holds only
 * the document and the process's output, which `parseAnswer` reads. Accounts take turns; a turn lasts until `take`
 * has finished with the output, or calls `release` because something else has taken it over. Throws ApiError
 * `scraping_failed` with a reason, the signal's reason if it is aborted, and what `take` throws.
 */
export async function readDocument<T>(
  { module, bytes, hints, limits = documentLimits }: Untrusted,
  permit: PermitRequest,
  take: (written: Uint8Array<ArrayBuffer>, release: Release) => T | Promise<T>,
): Promise<T> {
  const release = await permits.acquire(permit)
  try {
    const written = await askChild(await startChild(module), { bytes, hints }, limits, permit.signal)
    return await take(written, release)
  } finally {
    release()
  }
}

/** A document and its reader. */
export interface Untrusted {
  /** The module that exports `read`, a ReadDocument. */
  module: URL
  bytes: Uint8Array
  hints: Hints
  limits?: Limits
}
