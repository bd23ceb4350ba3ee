import { isClockwork, type Times } from './clockwork.ts'
import { type Hunk, hunksOf, linesIn } from './hunks.ts'
import { type Line, linesOf } from './lines.ts'
import { restoreOrder } from './order.ts'
import type { IgnorePatterns } from './patterns.ts'
import { hash, Memory, middleOf, orderRegion, type Region, type Replaced, regionsOf } from './regions.ts'

/** Clockwork is looked for in so many lines of a hunk: it takes longer than comparing does. */
const MAX_PAIRS = 50

export interface Given {
  /** The content that is compared with. */
  reference: string
  /** The content as it is now: more than one where it was got several times within seconds. */
  looks: readonly string[]
  ignore: IgnorePatterns
  times: Times
  known: readonly Region[]
}

/** A hunk with the lines that nothing explains. */
export interface Unexplained {
  hunk: Hunk
  removed: ReadonlySet<number>
  added: ReadonlySet<number>
}

export interface Compared {
  before: readonly Line[]
  now: readonly Line[]
  hunks: readonly Unexplained[]
  /** Whether something changed that nothing explains. */
  differs: boolean
  /** What is known of the page after this run. */
  regions: Region[]
}

interface Open {
  hunk: Hunk
  /** Places of lines that nothing explains so far. */
  removed: Set<number>
  added: Set<number>
}

/** Compares a page with what it was, and tells what somebody changed from what changes by itself. */
export function compare({ reference, looks, ignore, times, known }: Given): Compared {
  const before = linesOf(reference, ignore)
  const [now = [], ...others] = looks.map((text) => restoreOrder(before, linesOf(text, ignore)))
  const memory = new Memory(known)
  const keys = (lines: readonly Line[]) => lines.map(({ key }) => key)
  const page = new Page(keys(before), keys(now), memory)

  page.leaveOutClockwork(times)
  for (const other of others) page.learnFrom(keys(other))
  page.leaveOutRegions()
  if (others.length > 0) page.leaveOutUnstable(others.map(keys))
  page.leaveOutMoved(others.map(keys))
  page.suspect()
  const hunks = page.open.filter(({ removed, added }) => removed.size + added.size > 0)
  return { before, now, hunks, differs: hunks.length > 0, regions: memory.settle() }
}

/** The differences between two lists of lines, as far as they are not explained yet. */
class Page {
  readonly open: Open[]
  readonly #before: readonly string[]
  readonly #now: readonly string[]
  readonly #memory: Memory

  constructor(before: readonly string[], now: readonly string[], memory: Memory) {
    this.#before = before
    this.#now = now
    this.#memory = memory
    this.open = hunksOf(before, now).map((hunk) => ({
      hunk,
      removed: new Set(linesIn(hunk.removed)),
      added: new Set(linesIn(hunk.added)),
    }))
  }

  /** What passing time makes of dates, times and ages. */
  leaveOutClockwork(times: Times): void {
    for (const { removed, added } of this.open) {
      for (const i of [...removed].slice(0, MAX_PAIRS)) {
        const j = [...added].slice(0, MAX_PAIRS).find((one) => isClockwork(this.#before[i]!, this.#now[one]!, times))
        if (j === undefined) continue
        removed.delete(i)
        added.delete(j)
      }
    }
  }

  /** Takes in what differs between two looks within seconds. */
  learnFrom(other: readonly string[]): void {
    for (const hunk of hunksOf(this.#now, other)) {
      const replaced = replacedBy(hunk, this.#now, other)
      const [gone, come] = withoutCommon(replaced.removed, replaced.added)
      if (gone.length + come.length > 0) this.#memory.flickered(regionsOf({ ...replaced, removed: gone, added: come }))
    }
  }

  /** What is known to change by itself. */
  leaveOutRegions(): void {
    for (const region of this.#memory.regions) {
      if (region.kind === 'line') for (const one of this.open) this.#leaveOutLine(region, one)
      else if (region.kind === 'slot') for (const one of this.open) this.#leaveOutSlot(region, one)
    }
  }

  #leaveOutLine(region: Region, { removed, added }: Open): void {
    const middles = (places: Set<number>, lines: readonly string[]) =>
      [...places].flatMap((place) => {
        const middle = middleOf(region, lines[place]!)
        return middle === undefined ? [] : [{ place, middle }]
      })
    const gone = middles(removed, this.#before)
    for (const [i, { place, middle }] of middles(added, this.#now).entries()) {
      const old = gone[i]
      if (!old) return
      this.#memory.touch(region, hash(middle))
      if (!this.#memory.explains(region, hash(middle))) continue
      removed.delete(old.place)
      added.delete(place)
    }
  }

  #leaveOutSlot(region: Region, { hunk, removed, added }: Open): void {
    const { before, after } = neighbours(hunk, this.#before)
    const follows = before === region.before
    if (!follows && after !== region.after) return
    const part = (places: Set<number>) => {
      const all = [...places].sort((a, b) => a - b)
      return follows ? all.slice(0, region.size) : all.slice(-region.size)
    }
    const [gone, come] = [part(removed), part(added)]
    if (gone.length + come.length === 0) return
    const value = hash(come.map((place) => this.#now[place]).join('\n'))
    this.#memory.touch(region, value)
    if (!this.#memory.explains(region, value)) return
    for (const place of gone) removed.delete(place)
    for (const place of come) added.delete(place)
  }

  /** Lines that were not there on another look, and as many as they took the place of. */
  leaveOutUnstable(others: readonly (readonly string[])[]): void {
    const counts = others.map(countOf)
    const own = countOf(this.#now)
    for (const { removed, added } of this.open) {
      const comes = [...added].filter((place) => {
        const line = this.#now[place]!
        return counts.some((count) => (count.get(line) ?? 0) < own.get(line)!)
      })
      const returns = [...removed].filter((place) => {
        const line = this.#before[place]!
        return counts.some((count) => (count.get(line) ?? 0) > (own.get(line) ?? 0))
      })
      for (const place of comes) added.delete(place)
      for (const place of returns) removed.delete(place)
      for (const place of [...removed].slice(0, Math.max(0, comes.length - returns.length))) removed.delete(place)
    }
  }

  /** Lines that are all there, in an order that differs from look to look, or in nearly every run. */
  leaveOutMoved(others: readonly (readonly string[])[]): void {
    const lines = (places: 'removed' | 'added', of: readonly string[]) =>
      this.open.flatMap((one) => [...one[places]].map((place) => ({ line: of[place]!, from: one[places], place })))
    const gone = lines('removed', this.#before)
    const come = lines('added', this.#now)
    const left = countOf(gone.map(({ line }) => line))
    const moved = come.filter(({ line }) => take(left, line))
    if (moved.length === 0) return
    const sequence = (all: readonly string[]) => {
      const wanted = new Set(moved.map(({ line }) => line))
      return hash(all.filter((line) => wanted.has(line)).join('\n'))
    }
    const value = sequence(this.#now)
    const known = this.#memory.regions.find(({ kind }) => kind === 'order') ?? orderRegion()
    if (others.some((other) => sequence(other) !== value)) this.#memory.flickered([known])
    else this.#memory.suspect([known], () => value)
    const region = this.#memory.regions.find(({ kind }) => kind === 'order')!
    this.#memory.touch(region, value)
    if (!this.#memory.explains(region, value)) return
    const rest = countOf(moved.map(({ line }) => line))
    for (const { from, place } of moved) from.delete(place)
    for (const { line, from, place } of gone) if (take(rest, line)) from.delete(place)
  }

  /** Remembers what is left: what changes in nearly every run changes by itself. */
  suspect(): void {
    for (const { hunk, removed, added } of this.open) {
      if (removed.size === 0 || added.size === 0) continue
      const { before, after } = neighbours(hunk, this.#before)
      const lines = (places: Set<number>, of: readonly string[]) => [...places].map((place) => of[place]!)
      const replaced: Replaced = {
        removed: lines(removed, this.#before),
        added: lines(added, this.#now),
        before,
        after,
      }
      this.#memory.suspect(regionsOf(replaced), (region) => {
        if (region.kind !== 'line') return hash(replaced.added.join('\n'))
        return hash(replaced.added.map((line) => middleOf(region, line)).find((middle) => middle !== undefined) ?? '')
      })
    }
  }
}

function neighbours({ removed }: Hunk, lines: readonly string[]): Pick<Replaced, 'before' | 'after'> {
  return { before: hash(lines[removed.from - 1] ?? ''), after: hash(lines[removed.to] ?? '') }
}

const replacedBy = (hunk: Hunk, before: readonly string[], now: readonly string[]): Replaced => ({
  removed: before.slice(hunk.removed.from, hunk.removed.to),
  added: now.slice(hunk.added.from, hunk.added.to),
  ...neighbours(hunk, before),
})

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

/** Two lists without what both have. */
function withoutCommon(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const [inA, inB] = [countOf(a), countOf(b)]
  return [a.filter((line) => !take(inB, line)), b.filter((line) => !take(inA, line))]
}
