import { diffArrays } from 'diff'

/** A range of lines that was replaced by another one, between unchanged lines. */
export interface Hunk {
  /** The range of old lines; `to` is exclusive. */
  removed: { from: number; to: number }
  /** The range of new lines; `to` is exclusive. */
  added: { from: number; to: number }
}

/** The indexes in a range. */
export const linesIn = ({ from, to }: Hunk['added']) => Array.from({ length: to - from }, (_, i) => from + i)

/** Maximum edits in the search for the shortest difference. Its work grows with their square. */
const MAX_EDITS = 1500
/** Maximum work for all such searches together. */
const MAX_WORK = 3 * MAX_EDITS ** 2

interface Work {
  left: number
}

/**
 * The differences of two lists of lines, in order. If they have little in common, lines that are unique in both serve
 * as anchors, which is coarser but takes linear time.
 */
export function hunksOf(before: readonly string[], now: readonly string[]): Hunk[] {
  const ids = new Map<string, number>()
  const idOf = (line: string) => {
    const id = ids.get(line) ?? ids.size
    ids.set(line, id)
    return id
  }
  return between(before.map(idOf), now.map(idOf), [0, 0], { left: MAX_WORK }, true)
}

type Place = readonly [before: number, now: number]

function between(a: number[], b: number[], [atA, atB]: Place, work: Work, mayAnchor: boolean): Hunk[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length === 0 && restB.length === 0) return []
  const at: Place = [atA + start, atB + start]
  const whole: Hunk = {
    removed: { from: at[0], to: at[0] + restA.length },
    added: { from: at[1], to: at[1] + restB.length },
  }
  if (restA.length === 0 || restB.length === 0) return [whole]
  return shortest(restA, restB, at, work) ?? (mayAnchor ? byAnchors(restA, restB, at, work) : [whole])
}

/** The shortest difference; undefined if it would take too long. */
function shortest(a: number[], b: number[], at: Place, work: Work): Hunk[] | undefined {
  const maxEditLength = Math.min(MAX_EDITS, a.length + b.length, Math.floor(Math.sqrt(work.left)))
  const parts = diffArrays(a, b, { maxEditLength })
  work.left -= maxEditLength ** 2
  if (!parts) return undefined
  const hunks: Hunk[] = []
  let [i, j] = at
  let open: Hunk | undefined
  for (const { added, removed, count } of parts) {
    if (!added && !removed) {
      i += count
      j += count
      open = undefined
      continue
    }
    if (!open) {
      open = { removed: { from: i, to: i }, added: { from: j, to: j } }
      hunks.push(open)
    }
    if (removed) {
      i += count
      open.removed.to = i
    } else {
      j += count
      open.added.to = j
    }
  }
  return hunks
}

/** The differences between anchors: lines that are unique in both texts, and in the same order. */
function byAnchors(a: number[], b: number[], [atA, atB]: Place, work: Work): Hunk[] {
  const inB = onceIn(b)
  const pairs: [number, number][] = []
  for (const [id, i] of onceIn(a)) {
    const j = inB.get(id) ?? -1
    if (i >= 0 && j >= 0) pairs.push([i, j])
  }
  pairs.sort(([x], [y]) => x - y)
  const hunks: Hunk[] = []
  let [i, j] = [0, 0]
  for (const [x, y] of [...increasing(pairs), [a.length, b.length] as const]) {
    for (const hunk of between(a.slice(i, x), b.slice(j, y), [atA + i, atB + j], work, false)) hunks.push(hunk)
    i = x + 1
    j = y + 1
  }
  return hunks
}

/** The index of each line; -1 if it is not unique. */
function onceIn(list: readonly number[]): Map<number, number> {
  const places = new Map<number, number>()
  for (const [i, id] of list.entries()) places.set(id, places.has(id) ? -1 : i)
  return places
}

/** The longest subsequence of pairs whose second numbers increase too, by patience sorting. */
function increasing(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = []
  const previous: number[] = []
  for (const [at, [, y]] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tails[middle]!]![1] < y) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? tails[low - 1]! : -1
    tails[low] = at
  }
  const run: [number, number][] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(pairs[at]!)
  return run.reverse()
}
