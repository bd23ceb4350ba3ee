import type { Capture } from '../service.ts'
import { compare } from '../time/timestamp.ts'

const REVISIT = 'warc/revisit'
/**
 * A record without a status is a revisit too, whatever its type: indexes contain the type of what it repeats, or
 * none.
 */
const isRevisit = ({ mimetype, statuscode }: Capture) => mimetype === REVISIT || statuscode === ''

/**
 * The captures without duplicates. A revisit only says that nothing had changed: it gets the type and status of the
 * previous capture with the same digest, or else of a later one.
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
