import { FairSemaphore, type PermitRequest, type Release } from 'weirjs'
import type { Hints } from '../document-model.ts'
import { askChild, type Limits } from './ask-child.ts'
import { documentLimits, MAX_CHILDREN, SPARE_CHILDREN } from './limits.ts'
import { startChild } from './start-child.ts'

/** Ms that a document waits for its turn. */
const PATIENCE = 60_000

const permits = new FairSemaphore({
  permits: MAX_CHILDREN,
  spare: SPARE_CHILDREN,
  patience: PATIENCE,
  what: 'documents',
})

/**
 * Has a document read in a process of its own, which is killed when it uses more than it may; the server's memory
 * holds no more than the document and what the process wrote, which `parseAnswer` reads. Accounts take turns: a turn
 * lasts until `take` is done with what was written of the document, or calls `release` because another holds it.
 * Throws ApiError `scraping_failed` with a reason, the signal's reason when it is aborted, and what `take` throws.
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

/** A document, and what reads it. */
export interface Untrusted {
  /** Exports `read`, a ReadDocument. */
  module: URL
  bytes: Uint8Array
  hints: Hints
  limits?: Limits
}
