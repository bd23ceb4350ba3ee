import type { Layout } from './layout.ts'

/** The chance above which a block is taken lies between these, whatever the page. */
const LOWEST_CUT = 0.25
const HIGHEST_CUT = 0.5

/**
 * The blocks to take, 1 in an array: those above the chance at which twice the words that are likely content, over the
 * words taken and the words wanted, is highest. `hidden` ones, which no format shows, are not taken.
 */
export const choose = ({ count, words }: Layout, chances: Float32Array, hidden: Uint8Array): Uint8Array => {
  const order: number[] = []
  let wanted = 0
  for (let i = 0; i < count; i++) {
    wanted += chances[i]! * words[i]!
    if (hidden[i] === 0) order.push(i)
  }
  order.sort((a, b) => chances[b]! - chances[a]! || a - b)
  let hits = 0
  let taken = 0
  let best = -1
  let cut = 1
  for (const i of order) {
    hits += chances[i]! * words[i]!
    taken += words[i]!
    const worth = (2 * hits) / (taken + wanted)
    if (worth < best) continue
    best = worth
    cut = chances[i]!
  }
  cut = Math.min(HIGHEST_CUT, Math.max(LOWEST_CUT, cut))
  const chosen = new Uint8Array(count)
  for (const i of order) if (chances[i]! >= cut) chosen[i] = 1
  return chosen
}
