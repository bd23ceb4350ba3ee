import type { Blocks } from '../blocks/blocks.ts'
import { HEADINGS, STATS, WORDS } from '../blocks/stats.ts'

/** Texts that a page is compared by: of a long page the first and the last half, as a frame stands around. */
const MAX_TEXTS = 1000
/** Blocks before or behind that are looked at: a frame comes in runs, a label that comes again stands by itself. */
const NEAR = 16
/** Shares of the words on one side of a block that come again too, from which on it is of the frame, or may be. */
const SURELY = 0.9
const MAYBE = 0.6
/** By how much the log odds of such a block fall. */
const SURE_SHIFT = 4
const MAYBE_SHIFT = 1
/** What the model is so sure of stays: the same rows in each table of a reference are content on every page. */
const CLEAR = 0.9
/** The least chance with which a block is ever taken. */
const MIN_CHANCE = 0.15

/** A page as one of its site: what it says that others say too. */
export class PageOfSite {
  /** Hashes of the page's own texts, for those who compare it with others. */
  texts = new Int32Array(0)
  /** Whether something was left out, or may have been, since it comes again on the site. */
  isFramed = false
  readonly #repeated: ReadonlySet<number>

  /** `repeated`: hashes of texts that come again on the site's pages. */
  constructor(repeated: Iterable<number>) {
    this.#repeated = new Set(repeated)
  }

  /** Notes the page's texts. */
  read({ count, textHash, hidden }: Blocks): void {
    const found = new Set<number>()
    for (let i = 0; i < count; i++) if (hidden[i] === 0) found.add(textHash[i]!)
    const all = [...found]
    const half = MAX_TEXTS / 2
    this.texts = Int32Array.from(all.length <= MAX_TEXTS ? all : [...all.slice(0, half), ...all.slice(-half)])
  }

  /** The chances of blocks, lower for those that come again among others that do. */
  lower(blocks: Blocks, chances: Float32Array): Float32Array {
    if (this.#repeated.size === 0) return chances
    const lowered = chances.slice()
    for (const [i, near] of this.#frame(blocks)) {
      const chance = chances[i]!
      if (chance > CLEAR) continue
      const shift = near >= SURELY ? SURE_SHIFT : MAYBE_SHIFT
      lowered[i] = 1 / (1 + ((1 - chance) / chance) * Math.exp(shift))
      if (chance >= MIN_CHANCE) this.isFramed = true
    }
    return lowered
  }

  /** Takes blocks that are surely of the frame out of the nodes that are kept, unless that were all of them. */
  cut(blocks: Blocks, kept: Uint8Array): readonly number[] {
    if (this.#repeated.size === 0) return []
    const { count, text, hidden, stats } = blocks
    const isSure = new Uint8Array(count)
    for (const [i, near] of this.#frame(blocks)) if (near >= SURELY && kept[text[i]!] === 1) isSure[i] = 1
    const isHeading = (i: number) => stats[i * STATS + HEADINGS] === 1
    const cut: number[] = []
    for (let i = count - 1, next = -1; i >= 0; i--) {
      if (hidden[i] === 1) continue
      // It names what stays right below it, however little that is before the foot of the page.
      const isNeeded = next >= 0 && isHeading(i) && !isHeading(next) && kept[text[next]!] === 1 && isSure[next] === 0
      if (isSure[i] === 1 && !isNeeded) cut.push(i)
      next = i
    }
    let shown = 0
    for (let i = 0; i < count; i++) shown += kept[text[i]!]!
    if (cut.length === shown) return []
    for (const i of cut) kept.fill(0, blocks.start[i], blocks.end[i]! + 1)
    this.isFramed ||= cut.length > 0
    return cut
  }

  /**
   * The blocks whose text comes again, where most of the words before or behind them do, and the share of these. A
   * heading goes with what stands behind it.
   */
  *#frame({ count, textHash, stats }: Blocks): Generator<[block: number, near: number]> {
    const words = new Float64Array(count + 1)
    const again = new Float64Array(count + 1)
    for (let i = 0; i < count; i++) {
      const held = stats[i * STATS + WORDS]!
      words[i + 1] = words[i]! + held
      again[i + 1] = again[i]! + (this.#repeated.has(textHash[i]!) ? held : 0)
    }
    for (let i = 0; i < count; i++) {
      if (again[i + 1] === again[i]) continue
      const behind = share(i, Math.min(count, i + NEAR + 1))
      const near = stats[i * STATS + HEADINGS] === 1 ? behind : Math.max(behind, share(Math.max(0, i - NEAR), i + 1))
      if (near >= MAYBE) yield [i, near]
    }

    function share(from: number, to: number): number {
      return (again[to]! - again[from]!) / (words[to]! - words[from]!)
    }
  }
}
