import { type Layout, LEVELS } from './layout.ts'

/** Numbers of a block in the second look. */
export const CONTEXT = 63

const SURE = 0.7
const FAR = 100

/**
 * What the first look's chances say of each block's neighbours, containers and likes, one row of `CONTEXT` numbers a block:
 * so that what stands together is taken together, and as much of the page as is worth it.
 */
export const describeContext = ({ count, words, chain, path, heading }: Layout, chance: Float32Array): Float32Array => {
  const values = new Float32Array(count * CONTEXT)
  // Sums before each block: of chances, of words, of words that are likely content, of blocks that are likely content.
  const chances = new Float64Array(count + 1)
  const all = new Float64Array(count + 1)
  const wanted = new Float64Array(count + 1)
  const likely = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) {
    const p = chance[i]!
    chances[i + 1] = chances[i]! + p
    all[i + 1] = all[i]! + words[i]!
    wanted[i + 1] = wanted[i]! + p * words[i]!
    likely[i + 1] = likely[i]! + (p >= 0.5 ? 1 : 0)
  }
  const total = Math.max(1, all[count]!)
  const gold = Math.max(1e-6, wanted[count]!)

  const groups = new Map<number, { blocks: number; chances: number; words: number; wanted: number }>()
  for (let i = 0; i < count; i++) {
    const group = groups.get(path[i]!)
    const p = chance[i]!
    if (group === undefined) groups.set(path[i]!, { blocks: 1, chances: p, words: words[i]!, wanted: p * words[i]! })
    else {
      group.blocks++
      group.chances += p
      group.words += words[i]!
      group.wanted += p * words[i]!
    }
  }

  // What a cut at each block's chance would take.
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => chance[b]! - chance[a]! || a - b)
  const taken = new Float32Array(count)
  const worth = new Float32Array(count)
  let hits = 0
  let held = 0
  let best = 0
  let cut = 1
  for (const i of order) {
    hits += chance[i]! * words[i]!
    held += words[i]!
    taken[i] = hits / gold
    worth[i] = (2 * hits) / (held + gold)
    if (worth[i]! >= best) {
      best = worth[i]!
      cut = chance[i]!
    }
  }

  const after = new Int32Array(count)
  const next = new Int32Array(count)
  for (let i = count - 1, sure = count + FAR, head = count; i >= 0; i--) {
    after[i] = Math.min(FAR, sure - i)
    next[i] = head
    if (chance[i]! >= SURE) sure = i
    if (heading[i]! > 0) head = i
  }

  let at = 0
  const mean = (from: number, to: number) => (to > from ? (chances[to]! - chances[from]!) / (to - from) : -1)
  const weighted = (from: number, to: number) =>
    to > from ? (wanted[to]! - wanted[from]!) / (all[to]! - all[from]!) : -1
  let lastSure = -FAR
  let lastHeading = -1
  let most = 0
  for (let i = 0; i < count; i++) {
    const p = chance[i]!
    values[at++] = p
    for (let step = -4; step <= 4; step++) {
      const j = i + step
      if (step !== 0) values[at++] = j < 0 || j >= count ? -1 : chance[j]!
    }
    for (const reach of [2, 5, 15, 40]) {
      const from = Math.max(0, i - reach)
      const to = Math.min(count, i + reach + 1)
      values[at++] = mean(from, to)
      values[at++] = weighted(from, to)
    }
    values[at++] = mean(Math.max(0, i - 15), i)
    values[at++] = mean(i + 1, Math.min(count, i + 16))
    for (let level = 0; level < LEVELS; level++) {
      const from = chain[(i * LEVELS + level) * 2]!
      const to = chain[(i * LEVELS + level) * 2 + 1]!
      values[at++] = mean(from, to)
      values[at++] = weighted(from, to)
      values[at++] = (wanted[to]! - wanted[from]!) / gold
    }
    const group = groups.get(path[i]!)!
    values[at++] = group.chances / group.blocks
    values[at++] = group.wanted / group.words
    values[at++] = group.wanted / gold
    values[at++] = gold / total
    values[at++] = Math.log1p(gold)
    values[at++] = likely[count]! / count
    values[at++] = best
    values[at++] = cut
    values[at++] = p - cut
    values[at++] = taken[i]!
    values[at++] = worth[i]! / best
    values[at++] = wanted[i]! / gold
    values[at++] = weighted(0, i)
    values[at++] = weighted(i + 1, count)
    values[at++] = Math.min(FAR, i - lastSure)
    values[at++] = after[i]!
    values[at++] = lastHeading < 0 ? -1 : chance[lastHeading]!
    values[at++] = lastHeading < 0 ? -1 : weighted(lastHeading, next[i]!)
    values[at++] = heading[i]! > 0 ? weighted(i + 1, next[i]!) : -1
    values[at++] = most
    values[at++] = lastHeading < 0 ? -1 : mean(lastHeading, next[i]!)
    values[at++] = (i < count - 1 ? likely[count]! - likely[i + 1]! : 0) / Math.max(1, likely[count]!)
    values[at++] = likely[i]! / Math.max(1, likely[count]!)
    if (p >= SURE) lastSure = i
    if (heading[i]! > 0) lastHeading = i
    most = Math.max(most, p)
  }
  return values
}
