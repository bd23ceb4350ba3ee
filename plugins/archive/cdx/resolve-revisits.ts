import { createPause, type Pause } from 'weirjs'
import type { Capture } from '../service.ts'
import { compare } from '../time/timestamp.ts'

const REVISIT = 'warc/revisit'
/**
 * Whether a capture is a revisit. One without a status is, whatever its type: some indexes write the type of the
 * original, or none.
 */
const isRevisit = ({ mimetype, statuscode }: Capture) => mimetype === REVISIT || statuscode === ''

/** Captures between two pauses. */
const AT_ONCE = 1024

/**
 * Removes duplicate captures, and completes revisits. A revisit only records that nothing had changed: it gets the
 * type and status of the last capture before it with the same digest, or else of a later one. Pauses for other
 * requests, as there may be a hundred thousand.
 */
export async function resolveRevisits(captures: readonly Capture[]): Promise<Capture[]> {
  const pause = createPause()
  const resolved = captures.some(isRevisit) ? await completed(captures, pause) : undefined
  const kept: Capture[] = []
  const seen = new Set<string>()
  for (const [i, capture] of captures.entries()) {
    if (i % AT_ONCE === 0) await pause()
    const key = `${capture.timestamp} ${capture.url} ${capture.digest}`
    if (seen.has(key)) continue
    seen.add(key)
    kept.push(resolved?.get(capture) ?? capture)
  }
  return kept
}

/** The completed capture for each revisit. */
async function completed(captures: readonly Capture[], pause: Pause): Promise<Map<Capture, Capture>> {
  const known = new Map<string, Capture>()
  const resolved = new Map<Capture, Capture>()
  const inTime = captures.toSorted(compare)
  const isOriginal = (capture: Capture) => !isRevisit(capture) && capture.digest !== ''
  for (const [i, capture] of inTime.toReversed().entries()) {
    if (i % AT_ONCE === 0) await pause()
    if (isOriginal(capture)) known.set(capture.digest, capture)
  }
  for (const [i, capture] of inTime.entries()) {
    if (i % AT_ONCE === 0) await pause()
    if (isOriginal(capture)) known.set(capture.digest, capture)
    if (!isRevisit(capture)) continue
    const { mimetype, statuscode } = known.get(capture.digest) ?? capture
    resolved.set(capture, { ...capture, mimetype, statuscode })
  }
  return resolved
}
