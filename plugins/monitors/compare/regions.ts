import { createHash } from 'node:crypto'
import { differingTokens, pairUp, skeletonOf, withoutTokens } from './tokens.ts'

/**
 * A part of a page that changes by itself, or is seen to change.
 *
 * - `tokens`: some numbers or identifiers of a line.
 * - `slot`: lines between two that stay.
 * - `order`: lines that are all there, in another order.
 */
export interface Region {
  kind: 'tokens' | 'slot' | 'order'
  /** Of tokens the skeleton of their line; of a slot hashes of its neighbours. */
  before: string
  after: string
  /** Which tokens of the line they are. */
  places: number[]
  /** Whether it changes by itself, as far as is known. */
  isVolatile: boolean
  /** Whether it changed in each of the last runs, the last one as the lowest bit. */
  history: number
  /** Hash of what it was in the last run. */
  value: string
}

/** What is known of a page. */
export interface PageKnowledge {
  regions: Region[]
  /** Hashes of lines that came and went within seconds, such as advertisements; the latest last. */
  visitors: string[]
  /** Hashes of lines that come in another order within seconds. */
  shuffled: string[]
}
export const nothing: PageKnowledge = { regions: [], visitors: [], shuffled: [] }

/** Regions and lines of a page that are remembered. */
const MAX_REGIONS = 200
const MAX_LINES = 500
/** Characters of a line that is remembered, as its skeleton. */
const MAX_LINE = 1000

/** Runs that are looked back on; a region that changed in all of them but one changes by itself. */
const RUNS = 6
const MIN_CHANGED_RUNS = 5

const lastRuns = (history: number) => history & (2 ** RUNS - 1)
const count = (history: number) => history.toString(2).replaceAll('0', '').length

export const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

const made = (region: Partial<Region> & Pick<Region, 'kind'>): Region => ({
  ...{ before: '', after: '', places: [], isVolatile: false, history: 0, value: '' },
  ...region,
})

/** Lines that were replaced by others, with their neighbours. */
export interface Replaced {
  removed: readonly string[]
  added: readonly string[]
  /** Hashes of the lines before and after. */
  before: string
  after: string
}

/** A region, and what it has become. */
export interface RegionChange {
  region: Region
  value: string
}

/** The regions that explain a replacement. */
export function regionsOf({ removed, added, before, after }: Replaced): RegionChange[] {
  const { pairs, gone, come } = pairUp(removed.filter(isShort), added.filter(isShort))
  const found = pairs.map(([old, line]) => {
    const places = differingTokens(old, line)
    return { region: made({ kind: 'tokens', before: skeletonOf(old), places }), value: hash(line) }
  })
  if (gone.length + come.length > 0)
    found.push({ region: made({ kind: 'slot', before, after }), value: hash(come.join('\n')) })
  return found
}
const isShort = (line: string) => line.length <= MAX_LINE
export const orderChange = (value: string): RegionChange => ({ region: made({ kind: 'order' }), value })

const keyOf = ({ kind, before, after }: Region) => `${kind}\n${after}\n${before}`

/** Tokens of lines, by their skeletons. */
type Masks = Map<string, Set<number>>

/** What is known of a page, and learned in a run. */
export class Memory {
  readonly #regions: Map<string, Region>
  readonly #visitors: Set<string>
  readonly #shuffled: Set<string>
  readonly #touched = new Map<Region, string>()
  readonly #masks: Masks = new Map()

  constructor({ regions, visitors, shuffled }: PageKnowledge) {
    this.#regions = new Map(regions.map((region) => [keyOf(region), { ...region, places: [...region.places] }]))
    this.#visitors = new Set(visitors)
    this.#shuffled = new Set(shuffled)
    for (const region of this.#regions.values()) if (region.kind === 'tokens' && region.isVolatile) this.#mask(region)
  }

  #mask({ before, places }: Pick<Region, 'before' | 'places'>) {
    this.#masks.set(before, new Set([...(this.#masks.get(before) ?? []), ...places]))
  }

  /** Takes in a region, or widens the one that is known. */
  #take(found: Region): Region {
    const known = this.#regions.get(keyOf(found))
    if (!known) {
      this.#regions.set(keyOf(found), found)
      return found
    }
    known.places = [...new Set([...known.places, ...found.places])]
    return known
  }

  /** Leaves out tokens in this run. */
  maskTokens(skeleton: string, places: readonly number[]): void {
    if (skeleton.length <= MAX_LINE) this.#mask({ before: skeleton, places: [...places] })
  }

  /** Notes tokens that are others whenever they are looked at. */
  flickered(skeleton: string, places: readonly number[]): void {
    if (skeleton.length > MAX_LINE || places.length === 0) return
    this.#take(made({ kind: 'tokens', before: skeleton, places: [...places] })).isVolatile = true
  }

  /** Notes a line that came and went within seconds. */
  cameAndWent(line: string): void {
    refresh(this.#visitors, hash(line))
  }

  isVisitor(line: string): boolean {
    return this.#visitors.size > 0 && this.#visitors.has(hash(line))
  }

  /** Notes a line that stands elsewhere on each look. */
  movedAbout(line: string): void {
    refresh(this.#shuffled, hash(line))
  }

  isShuffled(line: string): boolean {
    return this.#shuffled.size > 0 && this.#shuffled.has(hash(line))
  }

  /** The tokens of a line that are left out. */
  volatileTokens(line: string): ReadonlySet<number> {
    return (this.#masks.size > 0 && this.#masks.get(skeletonOf(line))) || new Set()
  }

  /** A line without the tokens that change by themselves. */
  masked(line: string): string {
    const places = this.volatileTokens(line)
    return places.size === 0 ? line : withoutTokens(line, places)
  }

  /** Notes what a region has become. Gives whether it changes in nearly every run. */
  rotates({ region, value }: RegionChange): boolean {
    const known = this.#take(region)
    this.#touched.set(known, value)
    const changed = value === known.value ? 0 : 1
    const rotates = count(lastRuns((known.history << 1) | changed)) >= MIN_CHANGED_RUNS
    if (rotates && known.kind === 'tokens') known.isVolatile = true
    return rotates
  }

  /** What is known after the run. */
  settle(): PageKnowledge {
    for (const region of this.#regions.values()) {
      const value = this.#touched.get(region)
      const changed = value !== undefined && value !== region.value
      region.history = lastRuns((region.history << 1) | (changed ? 1 : 0))
      if (changed) region.value = value
    }
    const weight = ({ isVolatile, history }: Region) => (isVolatile ? 100 : 0) + history
    const useful = [...this.#regions.values()]
      .filter((region) => weight(region) > 0)
      .sort((a, b) => weight(b) - weight(a))
    return {
      regions: useful.slice(0, MAX_REGIONS),
      visitors: [...this.#visitors].slice(-MAX_LINES),
      shuffled: [...this.#shuffled].slice(-MAX_LINES),
    }
  }
}

/** Puts a value at the end: those that have not been seen for long are forgotten first. */
function refresh(values: Set<string>, value: string): void {
  values.delete(value)
  values.add(value)
}
