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
  /** For tokens the skeleton of their line or its hash, for a slot the hashes of its neighbours. */
  before: string
  after: string
  /** The indexes of the tokens in the line. */
  places: number[]
  /** Whether it is known to change by itself. */
  isVolatile: boolean
  /** Whether it changed in each of the last runs, as bits. The last run is the lowest bit. */
  history: number
  /** Hash of its value in the last run. */
  value: string
}

/** What is known about a page. */
export interface PageKnowledge {
  regions: Region[]
  /** Hashes of lines that came and went within seconds, such as advertisements; the most recent last. */
  visitors: string[]
  /** Hashes of lines whose order changed within seconds. */
  shuffled: string[]
}
export const nothing: PageKnowledge = { regions: [], visitors: [], shuffled: [] }

/** Maximum regions and lines that are remembered for a page. */
const MAX_REGIONS = 200
const MAX_LINES = 500
/** The skeleton of a longer line is remembered by its hash. */
const MAX_SKELETON = 1000
/** Maximum tokens that are remembered for a line. One in which more change is remembered as a slot. */
const MAX_PLACES = 500

/** Runs in the history. A region that has changed in all of them but one changes by itself. */
const RUNS = 6
const MIN_CHANGED_RUNS = 5

const lastRuns = (history: number) => history & (2 ** RUNS - 1)
const count = (history: number) => history.toString(2).replaceAll('0', '').length

export const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

const named = (skeleton: string) => (skeleton.length <= MAX_SKELETON ? skeleton : hash(skeleton))

const made = (region: Partial<Region> & Pick<Region, 'kind'>): Region => ({
  before: '',
  after: '',
  places: [],
  isVolatile: false,
  history: 0,
  value: '',
  ...region,
})

/** Lines that were replaced, with their neighbours. */
export interface Replaced {
  removed: readonly string[]
  added: readonly string[]
  /** Hashes of the lines before and after. */
  before: string
  after: string
}

/** A region with its new value. */
export interface RegionChange {
  region: Region
  value: string
}

/** The regions that explain a replacement. */
export function regionsOf({ removed, added, before, after }: Replaced): RegionChange[] {
  const { pairs, gone, come } = pairUp(removed, added)
  const found = pairs.flatMap(([old, line]) => {
    const places = differingTokens(old, line)
    if (places.length <= MAX_PLACES)
      return { region: made({ kind: 'tokens', before: named(skeletonOf(old)), places }), value: hash(line) }
    gone.push(old)
    come.push(line)
    return []
  })
  if (gone.length + come.length > 0)
    found.push({ region: made({ kind: 'slot', before, after }), value: hash(come.join('\n')) })
  return found
}
export const orderChange = (value: string): RegionChange => ({ region: made({ kind: 'order' }), value })

const keyOf = ({ kind, before, after }: Region) => `${kind}\n${after}\n${before}`

/** Ignored tokens, by the skeletons of their lines. */
type Masks = Map<string, Set<number>>

/** What is known about a page, and what a run learns. */
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

  /** Adds a region, or extends a known one. */
  #take(found: Region): Region {
    const known = this.#regions.get(keyOf(found))
    if (!known) {
      this.#regions.set(keyOf(found), found)
      return found
    }
    const places = [...new Set([...known.places, ...found.places])]
    if (places.length <= MAX_PLACES) known.places = places
    return known
  }

  /** Ignores tokens in this run. */
  maskTokens(skeleton: string, places: readonly number[]): void {
    this.#mask({ before: named(skeleton), places: [...places] })
  }

  /** Remembers tokens that differ in each version. */
  flickered(skeleton: string, places: readonly number[]): void {
    if (places.length === 0 || places.length > MAX_PLACES) return
    this.#take(made({ kind: 'tokens', before: named(skeleton), places: [...places] })).isVolatile = true
  }

  /** Remembers a line that came and went within seconds. */
  cameAndWent(line: string): void {
    refresh(this.#visitors, hash(line))
  }

  isVisitor(line: string): boolean {
    return this.#visitors.size > 0 && this.#visitors.has(hash(line))
  }

  /** Remembers a line whose place differs in each version. */
  movedAbout(line: string): void {
    refresh(this.#shuffled, hash(line))
  }

  isShuffled(line: string): boolean {
    return this.#shuffled.size > 0 && this.#shuffled.has(hash(line))
  }

  /** The ignored tokens of a line. */
  volatileTokens(line: string): ReadonlySet<number> {
    return (this.#masks.size > 0 && this.#masks.get(named(skeletonOf(line)))) || new Set()
  }

  /** A line without its ignored tokens. */
  masked(line: string): string {
    const places = this.volatileTokens(line)
    return places.size === 0 ? line : withoutTokens(line, places)
  }

  /** Records the new value of a region. Returns whether it changes in nearly every run. */
  rotates({ region, value }: RegionChange): boolean {
    const known = this.#take(region)
    this.#touched.set(known, value)
    const changed = value === known.value ? 0 : 1
    const rotates = count(lastRuns((known.history << 1) | changed)) >= MIN_CHANGED_RUNS
    if (rotates && known.kind === 'tokens') known.isVolatile = true
    return rotates
  }

  /** Ends the run, and returns what is known after it. */
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

/** Moves a value to the end, as the oldest ones are forgotten first. */
function refresh(values: Set<string>, value: string): void {
  values.delete(value)
  values.add(value)
}
