import { type Hunk, hunksOf } from './hunks.ts'
import type { Line } from './lines.ts'
import type { Memory } from './regions.ts'
import { differingTokens, pairUp, skeletonOf } from './tokens.ts'

/** Lines near shuffled ones that may be shuffled too. */
const AROUND = 10

/** What differs between two versions. */
interface Step {
  /** The differing tokens, by the skeletons of their lines. */
  tokens: Map<string, number[]>
  gone: Set<string>
  come: Set<string>
  /** Lines that were moved. */
  moved: Set<string>
  hunks: readonly Hunk[]
}

/**
 * Learns from versions of a page that were fetched within seconds: what differs between them changes by itself, and
 * is ignored in this run. It is remembered only if it has changed each time, as a single change may be a real one in
 * these seconds. Returns a function that tells whether a line may be in any order in this run.
 */
export function learn(
  before: readonly Line[],
  looks: readonly (readonly Line[])[],
  memory: Memory,
): (key: string) => boolean {
  const keys = looks.map((lines) => lines.map(({ plain }) => plain))
  const steps = keys.slice(1).map((now, i) => stepOf(keys[i]!, now))
  const [first, second] = steps
  for (const { tokens } of steps) for (const [skeleton, places] of tokens) memory.maskTokens(skeleton, places)
  if (!first) return () => false
  if (second) {
    for (const [skeleton, places] of first.tokens) {
      const again = second.tokens.get(skeleton) ?? []
      memory.flickered(
        skeleton,
        places.filter((place) => again.includes(place)),
      )
    }
    const known = new Set(before.map(({ plain }) => plain))
    for (const line of first.gone) if (!known.has(line) && !second.come.has(line)) memory.cameAndWent(line)
    for (const line of first.come) if (second.gone.has(line)) memory.cameAndWent(line)
  }
  return shuffleOf(looks[0]!, steps, memory)
}

function stepOf(before: readonly string[], now: readonly string[]): Step {
  const hunks = hunksOf(before, now)
  const lines = (list: readonly string[], part: 'removed' | 'added') =>
    hunks.flatMap((hunk) => list.slice(hunk[part].from, hunk[part].to))
  const [removed, added] = [lines(before, 'removed'), lines(now, 'added')]
  const inNow = new Set(added)
  const moved = new Set(removed.filter((line) => inNow.has(line)))
  const still = (line: string) => !moved.has(line)
  const { pairs, gone, come } = pairUp(removed.filter(still), added.filter(still))
  const tokens = new Map<string, number[]>()
  for (const [old, line] of pairs) {
    const skeleton = skeletonOf(old)
    tokens.set(skeleton, [...new Set([...(tokens.get(skeleton) ?? []), ...differingTokens(old, line)])])
  }
  return { tokens, gone: new Set(gone), come: new Set(come), moved, hunks }
}

/** Lines that all versions contain, near lines in changing order. */
function shuffleOf(first: readonly Line[], steps: readonly Step[], memory: Memory): (key: string) => boolean {
  const flighty = new Set(steps.flatMap(({ gone, come }) => [...gone, ...come]))
  const moved = new Set(steps.flatMap((step) => [...step.moved]).filter((line) => !flighty.has(line)))
  if (moved.size === 0) return () => false
  for (const line of moved) memory.movedAbout(memory.masked(line))
  const places = first.flatMap(({ plain }, i) => (moved.has(plain) ? i : []))
  const from = Math.min(...places) - AROUND
  const to = Math.max(...places) + AROUND
  const around = first.slice(Math.max(0, from), to + 1).filter(({ plain }) => !flighty.has(plain))
  const shuffled = new Set(around.map(({ plain }) => memory.masked(plain)))
  return (key) => shuffled.has(key)
}
