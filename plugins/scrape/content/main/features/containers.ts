import { HEADINGS, IMAGES, LINKED, PROSE, PROSE_WORDS, STATS, STOPS, WORDS } from '../blocks/stats.ts'
import { INSIDE_BITS } from '../regions/inside.ts'
import { KINDS } from '../regions/names.ts'
import { type Page, Row, ratio } from './page.ts'

interface Alike {
  blocks: number
  words: number
  linked: number
  first: number
  last: number
}

/** Describes what holds a block: tags and names around it, its containers, what each is one of, and the blocks like it. */
export class ContainerDescriber {
  readonly #page: Page
  /** The blocks whose holders are called alike, and how many of them there have been by now. */
  readonly #alike = new Map<number, Alike>()
  readonly #seen = new Map<number, number>()
  #row = new Row()

  constructor(page: Page) {
    this.#page = page
    const { blocks, regions } = page
    for (let i = 0; i < blocks.count; i++) {
      const key = regions.path[blocks.holder[i]!]!
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

  describe(i: number, row: Row): void {
    this.#row = row
    const { tree, blocks, regions, total } = this.#page
    const { inside, kinds, least, most, nearest, sum, outer, section, half, innerItem, outerItem, depth, path } =
      regions
    const { count } = blocks
    const { body } = tree
    const h = blocks.holder[i]!
    row.put(depth[h]!)
    for (let bit = 0; bit < INSIDE_BITS; bit++) row.put((inside[h]! >> bit) & 1)
    for (let bit = 0; bit < KINDS; bit++) row.put((kinds[h]! >> bit) & 1)
    row.put(least[h]!)
    row.put(most[h]!)
    row.put(nearest[h]!)
    row.put(sum[h]!)

    const first = this.#page.container(i)
    const second = first < 0 ? -1 : outer[first]!
    const third = second < 0 ? -1 : outer[second]!
    const fourth = third < 0 ? -1 : outer[third]!
    const halfOf = h === body.id ? -1 : half[h]!
    const inner = h === body.id ? -1 : innerItem[h]!
    const outerOf = h === body.id ? -1 : outerItem[h]!
    this.#container(first, i)
    this.#container(second, i)
    this.#container(third, i)
    this.#container(fourth, i)
    this.#container(section[h]!, i)
    this.#container(halfOf, i)
    this.#container(inner, i)
    this.#heading(first)
    this.#heading(second)
    this.#heading(third)
    this.#heading(halfOf)
    this.#item(inner)
    this.#item(outerOf)
    this.#item(first)
    this.#item(second)
    this.#item(third)
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

  #container(id: number, i: number): void {
    const page = this.#page
    const { sums } = page.regions
    const at = id < 0 ? page.tree.body.id : id
    const from = page.from(at)
    const to = page.to(at)
    const low = from * STATS
    const high = to * STATS
    const words = sums[high + WORDS]! - sums[low + WORDS]!
    this.#row.put(Math.log1p(words))
    this.#row.put(words / page.total)
    this.#row.put(ratio(sums[high + LINKED]! - sums[low + LINKED]!, words))
    this.#row.put(ratio(words, to - from))
    this.#row.put(ratio(sums[high + STOPS]! - sums[low + STOPS]!, words))
    this.#row.put((sums[high + PROSE_WORDS]! - sums[low + PROSE_WORDS]!) / page.prose)
    this.#row.put(ratio(i - from, to - from))
    this.#row.put(Math.log1p(to - from))
    this.#row.put(ratio(sums[high + PROSE]! - sums[low + PROSE]!, to - from))
    this.#row.put(ratio(sums[high + HEADINGS]! - sums[low + HEADINGS]!, to - from))
    this.#row.put(ratio(sums[high + IMAGES]! - sums[low + IMAGES]!, to - from))
    this.#row.put(from / Math.max(1, page.blocks.count))
  }

  /** What the first text of an element says of it. */
  #heading(id: number): void {
    const { textValue, kind } = this.#page
    const from = id < 0 ? -1 : this.#page.from(id)
    this.#row.put(from < 0 ? 0 : textValue[from]!)
    this.#row.put(from < 0 ? -1 : kind[from]!)
  }

  /** An element among those like it. */
  #item(id: number): void {
    const { group, rank, groups } = this.#page.regions
    const at = id < 0 ? -1 : group[id]!
    if (at < 0) {
      for (let times = 0; times < 5; times++) this.#row.put(-1)
      return
    }
    const all = groups[at]!
    this.#row.put(Math.min(100, all.count))
    this.#row.put(Math.min(100, rank[id]!))
    this.#row.put(all.words / this.#page.total)
    this.#row.put(all.words / all.count)
    this.#row.put(all.blocks / all.count)
  }
}
