import { LINKED, STATS } from '../blocks/stats.ts'
import { type Page, ratio } from './page.ts'
import type { Row } from './row.ts'

/** The totals of the blocks on a path; `first` and `last` are indexes of blocks. */
interface PathBlocks {
  blocks: number
  words: number
  linked: number
  first: number
  last: number
}

/**
 * Describes a block by all blocks on the same path: those whose holders and the parents of these have the same names.
 */
export class SamePathDescriber {
  readonly #page: Page
  readonly #row: Row
  readonly #byPath = new Map<number, PathBlocks>()
  /** The number of blocks of each path that have been described so far. */
  readonly #seen = new Map<number, number>()

  constructor(page: Page, row: Row) {
    this.#page = page
    this.#row = row
    const { blocks, containers } = page
    for (let i = 0; i < blocks.count; i++) {
      const key = containers.path[blocks.holder[i]!]!
      const words = page.words(i)
      const linked = blocks.stats[i * STATS + LINKED]!
      const found = this.#byPath.get(key)
      if (found === undefined) this.#byPath.set(key, { blocks: 1, words, linked, first: i, last: i })
      else {
        found.blocks++
        found.words += words
        found.linked += linked
        found.last = i
      }
    }
  }

  describe(i: number): void {
    const row = this.#row
    const { blocks, containers, total } = this.#page
    const { path } = containers
    const { count, holder } = blocks
    const h = holder[i]!
    const same = this.#byPath.get(path[h]!)!
    const seen = this.#seen.get(path[h]!) ?? 0
    this.#seen.set(path[h]!, seen + 1)
    row.put(Math.log1p(same.blocks))
    row.put(ratio(same.words, same.blocks))
    row.put(ratio(same.linked, same.words))
    row.put(ratio(same.words, total))
    row.put(ratio(seen, same.blocks))
    row.put(ratio(same.last - same.first + 1, count))
    row.put(ratio(same.blocks, same.last - same.first + 1))
  }
}
