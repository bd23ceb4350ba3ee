import { ELEMENT, type Element, HEADING, type Tree } from '../tree/index.ts'
import { type Blocks, STATS, WORDS } from './blocks.ts'
import type { Regions } from './regions.ts'

/** The containers of a block that are looked at: the four that hold more each time, section, half, item. */
export const LEVELS = 7

/** How the blocks of a page stand to each other: all that the second look needs beside what the first one found. */
export interface Layout {
  count: number
  words: Float32Array
  /** First block and one behind the last of each of `LEVELS` containers, for each block. */
  chain: Int32Array
  /** What its holder and the two around it are called: the same for blocks that are alike. */
  path: Int32Array
  /** 1 to 6, 0 for what is no heading. */
  heading: Uint8Array
}

export const readLayout = ({ nodes, body }: Tree, blocks: Blocks, regions: Regions): Layout => {
  const { count, stats, holder } = blocks
  const { before, outer, section, half, innerItem, path } = regions
  const layout: Layout = {
    count,
    words: new Float32Array(count),
    chain: new Int32Array(count * LEVELS * 2),
    path: new Int32Array(count),
    heading: new Uint8Array(count),
  }
  const endOf = (id: number) => {
    const node = nodes[id]!
    return before[(node.kind === ELEMENT ? node.end : id) + 1]!
  }
  let at = 0
  const add = (id: number) => {
    layout.chain[at++] = id < 0 ? 0 : before[id]!
    layout.chain[at++] = id < 0 ? count : endOf(id)
  }
  for (let i = 0; i < count; i++) {
    layout.words[i] = stats[i * STATS + WORDS]!
    const h = holder[i]!
    layout.path[i] = path[h]!
    const { tag, name } = nodes[h] as Element
    layout.heading[i] = (tag.flags & HEADING) !== 0 ? name.charCodeAt(1) - 48 : 0
    const first = endOf(h) - before[h]! > 1 ? h : outer[h]!
    const second = first < 0 ? -1 : outer[first]!
    const third = second < 0 ? -1 : outer[second]!
    const fourth = third < 0 ? -1 : outer[third]!
    add(first)
    add(second)
    add(third)
    add(fourth)
    add(h === body.id ? -1 : section[h]!)
    add(h === body.id ? -1 : half[h]!)
    add(h === body.id ? -1 : innerItem[h]!)
  }
  return layout
}
