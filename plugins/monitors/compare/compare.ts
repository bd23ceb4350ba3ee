import { isClockwork, type Times } from './clockwork.ts'
import { type Hunk, hunksOf, linesIn } from './hunks.ts'
import { learn } from './learn.ts'
import { type Line, linesOf } from './lines.ts'
import { restoreOrder, restoreShuffled } from './order.ts'
import type { IgnorePatterns } from './patterns.ts'
import { hash, Memory, orderChange, type PageKnowledge, type Replaced, regionsOf } from './regions.ts'
import { skeletonOf, withTokensOf } from './tokens.ts'

/** Clockwork is looked for in so many lines of a hunk, and so often on a page: it takes longer than comparing. */
const MAX_PAIRS = 50
const MAX_TRIES = 5000

export interface CompareInput {
  /** The content that is compared with. */
  reference: string
  /** The content as it is now: more than one where it was got several times within seconds. */
  looks: readonly string[]
  ignore: IgnorePatterns
  times: Times
  known: PageKnowledge
}

/** A hunk with the lines that nothing explains. */
export interface Unexplained {
  hunk: Hunk
  /** Places among the old and the new lines. */
  removed: Set<number>
  added: Set<number>
}

export interface Compared {
  before: readonly Line[]
  now: readonly Line[]
  hunks: readonly Unexplained[]
  /** Whether something changed that nothing explains. */
  differs: boolean
  /** What is known of the page after this run. */
  known: PageKnowledge
}

/** Compares a page with what it was, and tells what somebody changed from what changes by itself. */
export function compare({ reference, looks, ignore, times, known }: CompareInput): Compared {
  const memory = new Memory(known)
  const before = linesOf(reference, ignore)
  const all = looks.map((text) => linesOf(text, ignore))
  const comesInAnyOrder = learn(before, all, memory)
  for (const lines of [before, ...all]) for (const line of lines) line.key = memory.masked(line.plain)
  const [first = [], ...others] = all
  const isShuffled = (key: string) => comesInAnyOrder(key) || memory.isShuffled(key)
  const now = restoreShuffled(before, restoreOrder(before, first), isShuffled)
  const page = new Page(before, now, memory)

  page.leaveOutClockwork(times)
  page.leaveOutMoved(isShuffled)
  page.leaveOutVisitors(others)
  page.leaveOutRotating()
  const hunks = page.open.filter(({ removed, added }) => removed.size + added.size > 0)
  return { before, now, hunks, differs: hunks.length > 0, known: memory.settle() }
}

/** The differences between two lists of lines, as far as they are not explained yet. */
class Page {
  readonly open: Unexplained[]
  readonly #before: readonly Line[]
  readonly #now: readonly Line[]
  readonly #memory: Memory

  constructor(before: readonly Line[], now: readonly Line[], memory: Memory) {
    this.#before = before
    this.#now = now
    this.#memory = memory
    this.open = hunksOf(
      before.map(({ key }) => key),
      now.map(({ key }) => key),
    ).map((hunk) => ({ hunk, removed: new Set(linesIn(hunk.removed)), added: new Set(linesIn(hunk.added)) }))
  }

  /** What passing time makes of dates, times and ages. */
  leaveOutClockwork(times: Times): void {
    let tries = MAX_TRIES
    for (const { removed, added } of this.open)
      for (const i of [...removed].slice(0, MAX_PAIRS)) {
        if (tries <= 0) return
        const j = [...added].slice(0, MAX_PAIRS).find((one) => {
          tries--
          return this.#isClockwork(i, one, times)
        })
        if (j === undefined) continue
        removed.delete(i)
        added.delete(j)
      }
  }

  #isClockwork(i: number, j: number, times: Times): boolean {
    const [old, line] = [this.#before[i]!.plain, this.#now[j]!.plain]
    // Of a time with seconds these are another on each look, and the rest moves on.
    const isAlike = skeletonOf(old) === skeletonOf(line)
    return isClockwork(old, isAlike ? withTokensOf(line, old, this.#memory.volatileTokens(line)) : line, times)
  }

  /**
   * Lines that come and go: those that were seen to, those that are not there on another look, and as many as these
   * took the place of.
   */
  leaveOutVisitors(others: readonly (readonly Line[])[]): void {
    const counts = others.map((lines) => countOf(lines.map(({ key }) => key)))
    const own = countOf(this.#now.map(({ key }) => key))
    const isGone = (place: number) => {
      const { key } = this.#now[place]!
      return counts.some((count) => (count.get(key) ?? 0) < own.get(key)!)
    }
    const isBack = (line: string) => counts.some((count) => (count.get(line) ?? 0) > (own.get(line) ?? 0))
    for (const one of this.open) {
      const leaves = [...one.removed].filter((place) => {
        const { key } = this.#before[place]!
        return this.#memory.isVisitor(key) || isBack(key)
      })
      const comes = [...one.added].filter((place) => this.#memory.isVisitor(this.#now[place]!.key) || isGone(place))
      for (const place of leaves) one.removed.delete(place)
      for (const place of comes) one.added.delete(place)
      // What is known to visit has its place among others that do; what is new took somebody's.
      const strangers = comes.filter(isGone)
      leaveOutReplaced(one, strangers, Math.max(0, Math.min(strangers.length, comes.length - leaves.length)))
    }
  }

  /** What changes in nearly every run changes by itself; what is left is remembered, as it may come to that. */
  leaveOutRotating(): void {
    const moved = this.#moved()
    const order = hash(moved.map(({ line }) => line).join('\n'))
    if (moved.length > 0 && this.#memory.rotates(orderChange(order))) this.leaveOutMoved(() => true)
    for (const { hunk, removed, added } of this.open) {
      if (removed.size === 0 || added.size === 0) continue
      const lines = (places: Set<number>, of: readonly Line[]) => [...places].map((place) => of[place]!.key)
      const replaced = { removed: lines(removed, this.#before), added: lines(added, this.#now) }
      const found = regionsOf({ ...replaced, ...this.#neighbours(hunk) })
      if (found.map((became) => this.#memory.rotates(became)).includes(false)) continue
      removed.clear()
      added.clear()
    }
  }

  /** Lines that are all there, elsewhere, where they may be. */
  leaveOutMoved(mayMove: (key: string) => boolean): void {
    const moved = this.#moved().filter(({ line }) => mayMove(line))
    const rest = countOf(moved.map(({ line }) => line))
    for (const { from, place } of moved) from.delete(place)
    for (const { line, from, place } of this.#placesOf('removed')) if (take(rest, line)) from.delete(place)
  }

  #moved() {
    const left = countOf(this.#placesOf('removed').map(({ line }) => line))
    return this.#placesOf('added').filter(({ line }) => take(left, line))
  }

  #placesOf(part: 'removed' | 'added') {
    const lines = part === 'removed' ? this.#before : this.#now
    return this.open.flatMap((one) =>
      [...one[part]].map((place) => ({ line: lines[place]!.key, from: one[part], place })),
    )
  }

  #neighbours({ removed }: Hunk): Pick<Replaced, 'before' | 'after'> {
    const at = (place: number) => hash(this.#before[place]?.key ?? '')
    return { before: at(removed.from - 1), after: at(removed.to) }
  }
}

/** Leaves out some lines that others took the place of: those that stand where these do. */
function leaveOutReplaced({ hunk, removed }: Unexplained, comes: readonly number[], most: number): void {
  for (const place of comes.slice(0, most)) {
    const [fromStart, fromEnd] = [place - hunk.added.from, hunk.added.to - 1 - place]
    const [first, last] = [hunk.removed.from + fromStart, hunk.removed.to - 1 - fromEnd]
    const candidates = fromStart <= fromEnd ? [first, last] : [last, first]
    const old = candidates.find((one) => removed.has(one)) ?? removed.values().next().value
    if (old !== undefined) removed.delete(old)
  }
}

function countOf(lines: readonly string[]): Map<string, number> {
  const count = new Map<string, number>()
  for (const line of lines) count.set(line, (count.get(line) ?? 0) + 1)
  return count
}

function take(count: Map<string, number>, line: string): boolean {
  const left = count.get(line) ?? 0
  if (left > 0) count.set(line, left - 1)
  return left > 0
}
