import { LINKED, ONE, PROSE, STATS, STOPS, WORDS } from '../blocks/stats.ts'
import { type Page, ratio } from './page.ts'
import type { Row } from './row.ts'

const STEPS = [-3, -2, -1, 1, 2, 3]
const NEAR = 5
const WIDE = 15

/** Describes the surroundings of a block: single neighbours, and windows of them. */
export class NeighbourDescriber {
  readonly #page: Page
  readonly #row: Row

  constructor(page: Page, row: Row) {
    this.#page = page
    this.#row = row
  }

  describe(i: number): void {
    for (const step of STEPS) this.#neighbour(i, i + step)
    this.#window(i - NEAR, i + NEAR + 1)
    this.#window(i - WIDE, i + WIDE + 1)
    this.#window(i - WIDE, i)
    this.#window(i + 1, i + WIDE + 1)
  }

  #neighbour(i: number, j: number): void {
    const { blocks, containers, kind, textValue, logWords } = this.#page
    const { count, stats, lastClass, holder } = blocks
    if (j < 0 || j >= count) {
      for (let times = 0; times < 7; times++) this.#row.put(-1)
      return
    }
    const base = j * STATS
    const w = stats[base + WORDS]!
    this.#row.put(logWords[j]!)
    this.#row.put(ratio(stats[base + LINKED]!, w))
    this.#row.put(kind[j]!)
    this.#row.put(lastClass[j]!)
    this.#row.put(holder[i] === holder[j] ? 2 : containers.path[holder[i]!] === containers.path[holder[j]!] ? 1 : 0)
    this.#row.put(textValue[j]!)
    this.#row.put(containers.nearest[holder[j]!]!)
  }

  #window(from: number, to: number): void {
    const { sums } = this.#page.containers
    const low = Math.max(0, from) * STATS
    const high = Math.min(this.#page.blocks.count, to) * STATS
    const words = sums[high + WORDS]! - sums[low + WORDS]!
    const blocks = sums[high + ONE]! - sums[low + ONE]!
    this.#row.put(ratio(words, blocks))
    this.#row.put(ratio(sums[high + LINKED]! - sums[low + LINKED]!, words))
    this.#row.put(ratio(sums[high + STOPS]! - sums[low + STOPS]!, words))
    this.#row.put(ratio(sums[high + PROSE]! - sums[low + PROSE]!, blocks))
  }
}
