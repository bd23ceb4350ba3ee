import { HEADINGS, IMAGES, LINKED, PROSE, PROSE_WORDS, STATS, STOPS, WORDS } from '../blocks/stats.ts'
import { INSIDE_BITS } from '../containers/inside.ts'
import { KINDS } from '../containers/names.ts'
import { type Page, ratio } from './page.ts'
import type { Row } from './row.ts'

/** Larger positions and sizes in a sibling group count as this. */
const MANY = 100
/** The index of the block's position among the numbers of a container. */
const PLACE = 6

/** Describes what contains a block: the tags and names around it, its containers, and their sibling groups. */
export class ContainerDescriber {
  readonly #page: Page
  /** The numbers of each container so far: a few containers hold most blocks. */
  readonly #numbers = new Map<number, Float32Array>()
  readonly #row: Row

  constructor(page: Page, row: Row) {
    this.#page = page
    this.#row = row
  }

  describe(i: number): void {
    const row = this.#row
    const { tree, blocks, containers } = this.#page
    const { inside, kinds, least, most, nearest, sum, outer, section, half, innerItem, outerItem, depth } = containers
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
    for (const id of [first, second, third, fourth, section[h]!, halfOf, inner]) this.#container(id, i)
    for (const id of [first, second, third, halfOf]) this.#heading(id)
    for (const id of [inner, outerOf, first, second, third]) this.#item(id)
  }

  /** A container, and the block's position in it. */
  #container(id: number, i: number): void {
    const page = this.#page
    const at = id < 0 ? page.tree.body.id : id
    const from = page.from(at)
    let numbers = this.#numbers.get(at)
    if (numbers === undefined) {
      numbers = this.#count(from, page.to(at))
      this.#numbers.set(at, numbers)
    }
    numbers[PLACE] = ratio(i - from, page.to(at) - from)
    this.#row.putAll(numbers)
  }

  /** The numbers of a container's blocks, with a slot for the position of one of them. */
  #count(from: number, to: number): Float32Array {
    const page = this.#page
    const { sums } = page.containers
    const low = from * STATS
    const high = to * STATS
    const words = sums[high + WORDS]! - sums[low + WORDS]!
    return Float32Array.of(
      Math.log1p(words),
      words / page.total,
      ratio(sums[high + LINKED]! - sums[low + LINKED]!, words),
      ratio(words, to - from),
      ratio(sums[high + STOPS]! - sums[low + STOPS]!, words),
      (sums[high + PROSE_WORDS]! - sums[low + PROSE_WORDS]!) / page.prose,
      0,
      Math.log1p(to - from),
      ratio(sums[high + PROSE]! - sums[low + PROSE]!, to - from),
      ratio(sums[high + HEADINGS]! - sums[low + HEADINGS]!, to - from),
      ratio(sums[high + IMAGES]! - sums[low + IMAGES]!, to - from),
      from / Math.max(1, page.blocks.count),
    )
  }

  /** The first text of an element. */
  #heading(id: number): void {
    const { textValue, kind } = this.#page
    const from = id < 0 ? -1 : this.#page.from(id)
    this.#row.put(from < 0 ? 0 : textValue[from]!)
    this.#row.put(from < 0 ? -1 : kind[from]!)
  }

  /** An element as an item of its sibling group. */
  #item(id: number): void {
    const { group, rank, groups } = this.#page.containers
    const at = id < 0 ? -1 : group[id]!
    if (at < 0) {
      for (let times = 0; times < 5; times++) this.#row.put(-1)
      return
    }
    const all = groups[at]!
    this.#row.put(Math.min(MANY, all.count))
    this.#row.put(Math.min(MANY, rank[id]!))
    this.#row.put(all.words / this.#page.total)
    this.#row.put(all.words / all.count)
    this.#row.put(all.blocks / all.count)
  }
}
