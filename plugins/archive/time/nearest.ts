import { createPause } from 'weirjs'
import { compare, toMillis } from './timestamp.ts'

/** Captures that are sorted at once. */
const PART = 4096

/**
 * The captures nearest to a moment, the nearest first; of two at the same distance, the older first. Pauses for other
 * requests, as an archive may return more than a hundred thousand, however few it was asked for.
 */
export async function nearest<T extends { timestamp: string }>(
  captures: readonly T[],
  moment: string,
  limit: number,
): Promise<T[]> {
  const at = toMillis(moment)
  const pause = createPause()
  let found: { capture: T; distance: number }[] = []
  for (let from = 0; from < captures.length; from += PART) {
    await pause()
    for (const capture of captures.slice(from, from + PART))
      found.push({ capture, distance: Math.abs(toMillis(capture.timestamp) - at) })
    found = found.sort((a, b) => a.distance - b.distance || compare(a.capture, b.capture)).slice(0, limit)
  }
  return found.map(({ capture }) => capture)
}
