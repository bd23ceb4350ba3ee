import { createHash } from 'node:crypto'

/**
 * A part of a page that changes by itself, or is seen to change.
 *
 * - `line`: a line that begins and ends as ever, and has something else in between.
 * - `slot`: lines between two that stay, such as an advertisement.
 * - `order`: lines that are all there, in another order.
 */
export interface Region {
  kind: 'line' | 'slot' | 'order'
  /** Of a line its beginning and end; of a slot hashes of its neighbours. */
  before: string
  after: string
  /** What a line has in between: numbers, one word or token, or any text. */
  shape: Shape
  /** Lines that a slot holds at most. */
  size: number
  /** Whether it changes by itself, as far as is known. */
  isVolatile: boolean
  /** Whether it was seen to change from one look to the next within a run, and not only from run to run. */
  flickers: boolean
  /** Whether it changed in each of the last runs, the last one as the lowest bit. */
  history: number
  /** Hash of what it was in the last run. */
  value: string
  /** Hashes of what else it has been while it was volatile. */
  seen: string[]
}
type Shape = 'number' | 'word' | 'text'

/** Regions of a monitor that are remembered, and values of one. */
const MAX_REGIONS = 100
const MAX_SEEN = 64
/** Characters of a line's beginning and end together. */
const MAX_FRAME = 1000

/** Runs that are looked back on; a region that changed in all of them but one changes by itself. */
const RUNS = 6
const MOST_RUNS = 5
/** Runs after which a region that holds still is no longer volatile: what has a shape of its own is given longer. */
const STILL_TEXT = 2

const bits = (history: number, runs: number) => history & (2 ** runs - 1)
const count = (history: number) => history.toString(2).replaceAll('0', '').length

export const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

const numeric = /^[\d\s.,:%+/-]+$/
const shapeOf = (text: string): Shape => (numeric.test(text) ? 'number' : /\s/.test(text.trim()) ? 'text' : 'word')
const shapes: readonly Shape[] = ['number', 'word', 'text']
const widest = (a: Shape, b: Shape): Shape => (shapes.indexOf(a) > shapes.indexOf(b) ? a : b)

const parts = /[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu

/** What two lines begin and end with alike, whole words at a time; undefined where that says nothing. */
function frameOf(a: string, b: string): Pick<Region, 'before' | 'after' | 'shape'> | undefined {
  if (a.length + b.length > 4 * MAX_FRAME) return undefined
  const [x, y] = [a.match(parts) ?? [], b.match(parts) ?? []]
  const shorter = Math.min(x.length, y.length)
  let start = 0
  while (start < shorter && x[start] === y[start]) start++
  let end = 0
  while (end < shorter - start && x[x.length - 1 - end] === y[y.length - 1 - end]) end++
  const before = x.slice(0, start).join('')
  const after = x.slice(x.length - end).join('')
  const between = (words: string[]) => words.slice(start, words.length - end).join('')
  if (before.length + after.length > MAX_FRAME || !/\p{L}{2}/u.test(before + after)) return undefined
  const shape = widest(shapeOf(between(x)), shapeOf(between(y)))
  // Of a line that is mostly another, the words that are alike are so by chance.
  if (shape === 'text' && before.length + after.length < (a.length + b.length) / 4) return undefined
  return { before, after, shape }
}

const made = (region: Pick<Region, 'kind' | 'before' | 'after' | 'shape' | 'size'>): Region => ({
  ...region,
  isVolatile: false,
  flickers: false,
  history: 0,
  value: '',
  seen: [],
})

/** Lines that were replaced by others, with their neighbours. */
export interface Replaced {
  removed: readonly string[]
  added: readonly string[]
  /** Hashes of the lines before and after. */
  before: string
  after: string
}

/** The regions that a replacement would be explained by. */
export function regionsOf({ removed, added, before, after }: Replaced): Region[] {
  if (removed.length === added.length) {
    const frames = removed.map((line, i) => frameOf(line, added[i]!))
    if (frames.every((frame) => frame !== undefined))
      return frames.map((frame) => made({ kind: 'line', size: 1, ...frame }))
  }
  return [made({ kind: 'slot', before, after, shape: 'text', size: Math.max(removed.length, added.length) })]
}

export const orderRegion = () => made({ kind: 'order', before: '', after: '', shape: 'text', size: 0 })

const isSame = (a: Region, b: Region) => a.kind === b.kind && a.before === b.before && a.after === b.after

/** What lies between a line's beginning and end; undefined where it is not such a line. */
export function middleOf({ before, after, shape }: Region, line: string): string | undefined {
  if (line.length < before.length + after.length || !line.startsWith(before) || !line.endsWith(after)) return undefined
  const middle = line.slice(before.length, line.length - after.length)
  return shapes.indexOf(shapeOf(middle)) <= shapes.indexOf(shape) ? middle : undefined
}

/** What is known of a page's regions, and learned in a run. */
export class Memory {
  readonly #regions: Region[]
  readonly #touched = new Map<Region, string>()
  readonly #flickering = new Set<Region>()

  constructor(known: readonly Region[]) {
    this.#regions = known.map((region) => ({ ...region, seen: [...region.seen] }))
  }

  get regions(): readonly Region[] {
    return this.#regions
  }

  /** Takes in a region, or widens the one that is known. */
  #take(found: Region): Region {
    const known = this.#regions.find((region) => isSame(region, found))
    if (!known) {
      this.#regions.push(found)
      return found
    }
    known.shape = widest(known.shape, found.shape)
    known.size = Math.max(known.size, found.size)
    return known
  }

  /** Notes what changed from one look to the next, within seconds: it changes by itself. */
  flickered(found: readonly Region[]): void {
    for (const one of found) {
      const region = this.#take(one)
      region.isVolatile = true
      region.flickers = true
      this.#flickering.add(region)
    }
  }

  /** Notes regions that would explain a change: whether they change by themselves is yet to be seen. */
  suspect(found: readonly Region[], valueOf: (region: Region) => string): void {
    for (const one of found) this.touch(this.#take(one), valueOf(one))
  }

  /** Notes that a region is not as it was. */
  touch(region: Region, value: string): void {
    this.#touched.set(region, value)
  }

  /**
   * Whether a region explains that it has this value now: it changes by itself, and the value has its shape, or has
   * been there before, or nobody can tell it from those that were. What flickers is looked at again before a text is
   * believed that is new.
   */
  explains(region: Region, value: string): boolean {
    if (region.seen.includes(value) || this.#flickering.has(region)) return true
    const changedNow = value === region.value ? 0 : 1
    const history = bits((region.history << 1) | changedNow, RUNS)
    const rotates = count(history) >= MOST_RUNS
    if (rotates) region.isVolatile = true
    if (!region.isVolatile) return false
    return rotates || (region.kind === 'line' && region.shape !== 'text')
  }

  /** The regions after the run. */
  settle(): Region[] {
    for (const region of this.#regions) {
      const value = this.#touched.get(region)
      const changed = value !== undefined && value !== region.value
      region.history = bits((region.history << 1) | (changed ? 1 : 0), RUNS)
      const isShaped = region.kind === 'line' && region.shape !== 'text'
      // A text that stays where others came and went is news: it counts as seen when it has gone.
      if (region.isVolatile && changed) remember(region, isShaped || region.flickers ? value : region.value)
      if (changed) region.value = value
      if (bits(region.history, isShaped ? RUNS : STILL_TEXT) === 0 && changed === false) region.isVolatile = false
    }
    const useful = this.#regions.filter(({ history, seen, isVolatile }) => history > 0 || isVolatile || seen.length > 0)
    return useful
      .sort((a, b) => Number(b.isVolatile) - Number(a.isVolatile) || b.history - a.history)
      .slice(0, MAX_REGIONS)
  }
}

function remember(region: Region, value: string): void {
  if (value === '' || region.seen.includes(value)) return
  region.seen.push(value)
  if (region.seen.length > MAX_SEEN) region.seen.shift()
}
