import type { Blocks } from '../blocks/blocks.ts'
import { HEADINGS, STATS, WORDS } from '../blocks/stats.ts'

/** The bounds of the chance above which a block is chosen, whatever the page. */
const MIN_CUT = 0.15
const MAX_CUT = 0.5
/** If nearly all blocks are clear, the threshold for the others is a little higher. */
const CLEAR_WORTH = 0.9
const CLEAR_SHIFT = 0.07
/** A heading right above a chosen block needs a smaller chance. */
const HEADING_CUT = 0.2

/** The chance from which on blocks are chosen. */
export const thresholdOf = (
  { count, stats, hidden }: Pick<Blocks, 'count' | 'stats' | 'hidden'>,
  chances: Float32Array,
): number => {
  const order: number[] = []
  let wanted = 0
  for (let i = 0; i < count; i++) {
    wanted += chances[i]! * stats[i * STATS + WORDS]!
    if (hidden[i] === 0) order.push(i)
  }
  order.sort((a, b) => chances[b]! - chances[a]!)
  let hits = 0
  let taken = 0
  let best = -1
  let cut = 1
  for (const i of order) {
    const words = stats[i * STATS + WORDS]!
    hits += chances[i]! * words
    taken += words
    const worth = (2 * hits) / (taken + wanted)
    if (worth < best) continue
    best = worth
    cut = chances[i]!
  }
  return Math.min(MAX_CUT, Math.max(MIN_CUT, cut)) + (best >= CLEAR_WORTH ? CLEAR_SHIFT : 0)
}

/**
 * The chosen blocks, 1 in an array: those above the threshold that maximizes the expected F1, which is twice the
 * words that are likely content over the sum of the words chosen and the words wanted. Hidden blocks, which no format
 * shows, are never chosen.
 */
export const choose = (
  { count, stats, hidden }: Pick<Blocks, 'count' | 'stats' | 'hidden'>,
  chances: Float32Array,
): Uint8Array => {
  const cut = thresholdOf({ count, stats, hidden }, chances)
  const chosen = new Uint8Array(count)
  for (let i = 0; i < count; i++) if (hidden[i] === 0 && chances[i]! >= cut) chosen[i] = 1
  for (let i = count - 2; i > 0; i--) if (isHeadingWithin(i)) chosen[i] = 1
  return chosen

  function isHeadingWithin(i: number): boolean {
    if (chosen[i] === 1 || hidden[i] === 1 || chosen[i + 1] === 0 || !isHeading(i)) return false
    return chances[i]! >= HEADING_CUT && (chosen[i - 1] === 1 || isHeading(i - 1))
  }

  function isHeading(i: number): boolean {
    return stats[i * STATS + HEADINGS] === 1
  }
}
