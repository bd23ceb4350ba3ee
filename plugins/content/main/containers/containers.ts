import { ELEMENT, type Element, type Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import { STATS, WORDS } from '../blocks/stats.ts'

/** Elements below one parent with the same tag and names: how many there are, and their blocks and words. */
export interface SiblingGroup {
  count: number
  blocks: number
  words: number
}

/** The elements of a body with what is known of each from those around it, in arrays by the nodes' ids. */
export interface Containers {
  /**
   * Blocks before a node; one more than there are nodes, so that an element holds those from `[id]` to `[end + 1]`.
   */
  before: Int32Array
  /** Sums of the blocks' stats before each block; one row more than there are blocks. */
  sums: Float64Array
  /** Elements around an element that hold blocks, the body not among them; itself counts. */
  depth: Uint16Array
  /** Tags and roles of an element and those around it. */
  inside: Int32Array
  /** Kinds of names of an element and those around it that do not hold nearly all of the page. */
  kinds: Int32Array
  /** Kinds of the element's own names. */
  ownKinds: Int32Array
  /** Log odds by names: least, most, nearest and sum of an element's and of those around it. */
  least: Float32Array
  most: Float32Array
  nearest: Float32Array
  sum: Float32Array
  /** The nearest element around that holds more blocks; -1 for the body. */
  outer: Int32Array
  /** The innermost article, section or landmark; the body where there is none. */
  section: Int32Array
  /** The outermost element with less than half of the page's words; -1 where there is none. */
  half: Int32Array
  /** The innermost and the outermost element that is an item: one of a sibling group; -1 where there is none. */
  innerItem: Int32Array
  outerItem: Int32Array
  /** For those: the group they belong to, and which of it they are. */
  group: Int32Array
  rank: Int32Array
  groups: SiblingGroup[]
  /** What an element and the two around it are called and made of. */
  path: Int32Array
}

/** Containers of which only the blocks and their sums are known yet. */
export const emptyContainers = ({ nodes, body }: Tree, blocks: Blocks): Containers => {
  const size = nodes.length
  return {
    before: countBefore(size, blocks),
    sums: sumStats(blocks),
    depth: new Uint16Array(size),
    inside: new Int32Array(size),
    kinds: new Int32Array(size),
    ownKinds: new Int32Array(size),
    least: new Float32Array(size),
    most: new Float32Array(size),
    nearest: new Float32Array(size),
    sum: new Float32Array(size),
    outer: new Int32Array(size).fill(-1),
    section: new Int32Array(size).fill(body.id),
    half: new Int32Array(size).fill(-1),
    innerItem: new Int32Array(size).fill(-1),
    outerItem: new Int32Array(size).fill(-1),
    group: new Int32Array(size).fill(-1),
    rank: new Int32Array(size),
    groups: [],
    path: new Int32Array(size),
  }
}

const sumStats = ({ count, stats }: Blocks): Float64Array => {
  const sums = new Float64Array((count + 1) * STATS)
  for (let i = 0; i < count * STATS; i++) sums[i + STATS] = sums[i]! + stats[i]!
  return sums
}

const countBefore = (size: number, { count, text }: Blocks): Int32Array => {
  const before = new Int32Array(size + 1)
  for (let id = 0, at = 0; id <= size; id++) {
    before[id] = at
    if (at < count && text[at] === id) at++
  }
  return before
}

/**
 * Walks the elements that hold blocks, outermost first; `from` and `to` are the first of them and the one behind the
 * last.
 */
export const eachHolder = (
  { nodes, body }: Tree,
  { before }: Containers,
  visit: (element: Element, from: number, to: number) => void,
): void => {
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT) continue
    const from = before[id]!
    const to = before[node.end + 1]!
    if (from === to) id = node.end
    else visit(node, from, to)
  }
}

/** Words of the blocks from one to before another. */
export const wordsWithin = ({ sums }: Containers, from: number, to: number): number =>
  sums[to * STATS + WORDS]! - sums[from * STATS + WORDS]!
