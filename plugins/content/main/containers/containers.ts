import { ELEMENT, type Element, type Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import { STATS, WORDS } from '../blocks/stats.ts'

/** Elements with the same parent, tag and names: their number, and the blocks and words in all of them. */
export interface SiblingGroup {
  count: number
  blocks: number
  words: number
}

/** The elements of a body, with what is known of each from the elements around it. Arrays are indexed by node id. */
export interface Containers {
  /**
   * The number of blocks before a node. Has one entry more than there are nodes, so that an element contains the
   * blocks from `[id]` to `[end + 1]`.
   */
  before: Int32Array
  /** Sums of the blocks' stats before each block; one row more than there are blocks. */
  sums: Float64Array
  /** Depth among the elements that contain blocks, the element included and the body not. */
  depth: Uint16Array
  /** Bits for the tags and roles of an element and its ancestors. */
  inside: Int32Array
  /**
   * Bits for the kinds of names of an element and its ancestors, except those that contain nearly all of the page.
   */
  kinds: Int32Array
  /** Bits for the kinds of the element's own names. */
  ownKinds: Int32Array
  /** Log odds by names: lowest, highest, nearest and sum, over an element and its ancestors. */
  least: Float32Array
  most: Float32Array
  nearest: Float32Array
  sum: Float32Array
  /** The nearest ancestor with more blocks; -1 for the body. */
  outer: Int32Array
  /** The innermost article, section or landmark; the body if there is none. */
  section: Int32Array
  /** The outermost element with less than half of the page's words; -1 if there is none. */
  half: Int32Array
  /** The innermost and outermost ancestors that are items of a sibling group; -1 if there are none. */
  innerItem: Int32Array
  outerItem: Int32Array
  /** The sibling group of an element, and its position in it. */
  group: Int32Array
  rank: Int32Array
  groups: SiblingGroup[]
  /** A hash of the tags and names of an element and its two nearest ancestors. */
  path: Int32Array
}

/** Containers in which only the blocks and their sums are filled in yet. */
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
 * Visits the elements that contain blocks, outermost first; their blocks are those from `from` up to, but not
 * including, `to`.
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

/** The words of the blocks from `from` up to, but not including, `to`. */
export const wordsWithin = ({ sums }: Containers, from: number, to: number): number =>
  sums[to * STATS + WORDS]! - sums[from * STATS + WORDS]!
