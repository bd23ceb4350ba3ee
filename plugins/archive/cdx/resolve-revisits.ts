import type { Capture } from '../service.ts'
import { compare } from '../time/timestamp.ts'

const REVISIT = 'warc/revisit'
/**
 * Whether a capture is a revisit. One without a status is, whatever its type: some indexes write the type of the
 * original, or none.
 */
const isRevisit = ({ mimetype, statuscode }: Capture) => mimetype === REVISIT || statuscode === ''

/**
 * Removes duplicate captures, and completes revisits. A revisit only records that nothing had changed: it gets the
 * type and status of the last capture before it with the same digest, or else of a later one.
 */
export function resolveRevisits(captures: readonly Capture[]): Capture[] {
  const known = new Map<string, Capture>()
  const seen = new Set<string>()
  const resolved = new Map<Capture, Capture>()
  const inTime = captures.toSorted(compare)
  for (const capture of inTime.toReversed())
    if (!isRevisit(capture) && capture.digest !== '') known.set(capture.digest, capture)
  for (const capture of inTime) {
    if (!isRevisit(capture)) {
      if (capture.digest !== '') known.set(capture.digest, capture)
      continue
    }
    const { mimetype, statuscode } = known.get(capture.digest) ?? capture
    resolved.set(capture, { ...capture, mimetype, statuscode })
  }
  return captures.flatMap((capture) => {
    const key = `${capture.timestamp} ${capture.url} ${capture.digest}`
    if (seen.has(key)) return []
    seen.add(key)
    return [resolved.get(capture) ?? capture]
  })
}
