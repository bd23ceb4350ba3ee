import { isClockwork, mayBeClockwork, type Times } from './clockwork.ts'
import { type Hunk, hunksOf, linesIn } from './hunks.ts'
import { learn } from './learn.ts'
import { type Line, linesOf } from './lines.ts'
import { restoreOrder, restoreShuffled } from './order.ts'
import type { IgnorePatterns } from './patterns.ts'
import { hash, Memory, orderChange, type PageKnowledge, type Replaced, regionsOf } from './regions.ts'
import { skeletonOf, withTokensOf } from './tokens.ts'

/**
 * Limits of the search for changes by passing time, as it is slower than the comparison: lines of a hunk that are
 * tried with each other, and characters of a page that are tried. Each pair counts as at least `MIN_TRIED`.
 */
const MAX_PAIRS = 50
const MAX_TRIED = 500_000
const MIN_TRIED = 100

export interface CompareInput {
  /** The earlier content. */
  reference: string
  /** The current content: several versions if it was fetched several times within seconds. */
  looks: readonly string[]
  ignore: IgnorePatterns
  times: Times
  known: PageKnowledge
}

/** A hunk with the lines that are not explained yet. */
export interface Unexplained {
  hunk: Hunk
  /** Indexes of old and new lines. */
  removed: Set<number>
  added: Set<number>
}

export interface Compared {
  before: readonly Line[]
  now: readonly Line[]
  hunks: readonly Unexplained[]
  /** Whether there is a real change. */
  differs: boolean
  /** What is known about the page after this run. */
  known: PageKnowledge
}

/** All differences of two lists of lines. */
export function differencesOf(before: readonly Line[], now: readonly Line[]): Unexplained[] {
  const keys = (lines: readonly Line[]) => lines.map(({ key }) => key)
  return hunksOf(keys(before), keys(now)).map((hunk) => ({
    hunk,
    removed: new Set(linesIn(hunk.removed)),
    added: new Set(linesIn(hunk.added)),
  }))
}

/** Compares a page with its earlier version, and separates real changes from what changes by itself. */
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

/** The differences between two lists of lines that are not explained yet. */
class Page {
  readonly open: Unexplained[]
  readonly #before: readonly Line[]
  readonly #now: readonly Line[]
  readonly #memory: Memory

  constructor(before: readonly Line[], now: readonly Line[], memory: Memory) {
    this.#before = before
    this.#now = now
    this.#memory = memory
    this.open = differencesOf(before, now)
  }

  /** Removes changes of dates, times and ages by passing time. */
  leaveOutClockwork(times: Times): void {
    let left = MAX_TRIED
    const isShort = (lines: readonly Line[]) => (place: number) => mayBeClockwork(lines[place]!.plain)
    for (const { removed, added } of this.open) {
      const candidates = [...added].filter(isShort(this.#now))
      for (const i of [...removed].filter(isShort(this.#before)).slice(0, MAX_PAIRS)) {
        if (left <= 0) return
        const at = candidates.slice(0, MAX_PAIRS).findIndex((one) => {
          left -= Math.max(MIN_TRIED, this.#before[i]!.plain.length + this.#now[one]!.plain.length)
          return left > 0 && this.#isClockwork(i, one, times)
        })
        if (at < 0) continue
        removed.delete(i)
        added.delete(candidates[at]!)
        candidates.splice(at, 1)
      }
    }
  }

  #isClockwork(i: number, j: number, times: Times): boolean {
    const [old, line] = [this.#before[i]!.plain, this.#now[j]!.plain]
    // The seconds of a time differ in each version, so they are equalised first.
    const isAlike = skeletonOf(old) === skeletonOf(line)
    return isClockwork(old, isAlike ? withTokensOf(line, old, this.#memory.volatileTokens(line)) : line, times)
  }

  /**
   * Removes lines that come and go: those known to do so, those missing in another version of now, and as many old
   * lines as these replaced.
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
      // Known visitors replace each other; a new one has replaced some other line.
      const strangers = comes.filter(isGone)
      leaveOutReplaced(one, strangers, Math.max(0, Math.min(strangers.length, comes.length - leaves.length)))
    }
  }

  /** Removes what changes in nearly every run. Remembers the rest, as it may turn out to do so. */
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

  /** Removes lines that were only moved, if they may move. */
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

/** Removes old lines that were replaced, preferably those at the same place. */
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
