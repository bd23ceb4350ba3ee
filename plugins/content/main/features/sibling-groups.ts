import { LINKED, STATS } from '../blocks/stats.ts'
import { type Page, ratio } from './page.ts'
import type { Row } from './row.ts'

interface Alike {
  blocks: number
  words: number
  linked: number
  first: number
  last: number
}

/** Describes the blocks whose holders are called and made as that of a block, all over the page. */
export class SiblingGroupDescriber {
  readonly #page: Page
  readonly #row: Row
  /** The blocks whose holders are called alike, and how many of them there have been by now. */
  readonly #alike = new Map<number, Alike>()
  readonly #seen = new Map<number, number>()

  constructor(page: Page, row: Row) {
    this.#page = page
    this.#row = row
    const { blocks, containers } = page
    for (let i = 0; i < blocks.count; i++) {
      const key = containers.path[blocks.holder[i]!]!
      const words = page.words(i)
      const linked = blocks.stats[i * STATS + LINKED]!
      const found = this.#alike.get(key)
      if (found === undefined) this.#alike.set(key, { blocks: 1, words, linked, first: i, last: i })
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
    const alike = this.#alike.get(path[h]!)!
    const seen = this.#seen.get(path[h]!) ?? 0
    this.#seen.set(path[h]!, seen + 1)
    row.put(Math.log1p(alike.blocks))
    row.put(ratio(alike.words, alike.blocks))
    row.put(ratio(alike.linked, alike.words))
    row.put(ratio(alike.words, total))
    row.put(ratio(seen, alike.blocks))
    row.put(ratio(alike.last - alike.first + 1, count))
    row.put(ratio(alike.blocks, alike.last - alike.first + 1))
  }
}
