import type { Blocks } from '../blocks/blocks.ts'
import { HEADINGS, STATS, WORDS } from '../blocks/stats.ts'

/**
 * The most texts of a page that are compared; of a long page the first and last half, because a frame surrounds the
 * content.
 */
const MAX_TEXTS = 1000
/**
 * How many blocks before and after a block are considered: a frame repeats in runs, while a repeated label stands
 * alone.
 */
const NEAR = 16
/** The share of repeated words on one side of a block above which it is surely part of the frame, or maybe. */
const SURELY = 0.9
const MAYBE = 0.6
/** By how much the log odds of such a block are lowered. */
const SURE_SHIFT = 4
const MAYBE_SHIFT = 1
/** Blocks with a higher chance stay: the same rows in each table of a reference are content on every page. */
const CLEAR = 0.9
/** The smallest chance with which a block is ever chosen. */
const MIN_CHANCE = 0.15

/** A page as one of its site, with the texts that repeat on the site's other pages. */
export class PageOfSite {
  /** The hashes of the page's own texts, which other pages are compared with. */
  texts = new Int32Array(0)
  /** Whether something was dropped, or may have been, because it repeats on the site. */
  isFramed = false
  readonly #repeated: ReadonlySet<number>

  /** `repeated`: hashes of the texts that repeat on the site's pages. */
  constructor(repeated: Iterable<number>) {
    this.#repeated = new Set(repeated)
  }

  /** Records the page's texts. */
  read({ count, textHash, hidden }: Blocks): void {
    const found = new Set<number>()
    for (let i = 0; i < count; i++) if (hidden[i] === 0) found.add(textHash[i]!)
    const all = [...found]
    const half = MAX_TEXTS / 2
    this.texts = Int32Array.from(all.length <= MAX_TEXTS ? all : [...all.slice(0, half), ...all.slice(-half)])
  }

  /** The chances of the blocks, lowered for repeated ones among other repeated ones. */
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

  /**
   * Removes blocks that are surely part of the frame from the kept nodes, unless these are all of them. Returns the
   * removed blocks.
   */
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
    for (let i = 0; i < count; i++) if (hidden[i] === 0) shown += kept[text[i]!]!
    if (cut.length === shown) return []
    for (const i of cut) kept.fill(0, blocks.start[i], blocks.end[i]! + 1)
    this.isFramed ||= cut.length > 0
    return cut
  }

  /**
   * The blocks with a repeated text, with the share of repeated words before or after them if that is most words.
   * Only what follows counts for a heading.
   */
  *#frame({ count, textHash, stats, hidden }: Blocks): Generator<[block: number, near: number]> {
    const words = new Float64Array(count + 1)
    const again = new Float64Array(count + 1)
    for (let i = 0; i < count; i++) {
      // What is hidden, such as a menu or a dialog, stands between no two parts of a frame.
      const held = hidden[i] === 1 ? 0 : stats[i * STATS + WORDS]!
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
