import { attr, BLOCK, ELEMENT, type Element, type Tree } from '../../tree/index.ts'
import { type Blocks, ONE, STATS, WORDS } from '../blocks/blocks.ts'
import type { Lexicon } from '../model/lexicon.ts'
import { BASIS, joinHash, PRIME } from '../words/hash.ts'
import { isLayer, NAMELESS, NameReader } from './names.ts'

/** Bits of `inside`. */
export const MAIN = 1 << 0
export const ARTICLE = 1 << 1
export const SECTION = 1 << 2
export const NAV = 1 << 3
export const ASIDE = 1 << 4
export const HEADER = 1 << 5
export const FOOTER = 1 << 6
export const FORM = 1 << 7
export const TABLE = 1 << 8
export const LIST = 1 << 9
export const ITEM = 1 << 10
export const DEFINITIONS = 1 << 11
export const QUOTE = 1 << 12
export const FIGURE = 1 << 13
export const LINK = 1 << 14
export const BUTTON = 1 << 15
export const LAYER = 1 << 16
export const DETAILS = 1 << 17
export const CODE = 1 << 18
export const UNSCRIPTED = 1 << 19
export const LABEL = 1 << 20
export const INSIDE_BITS = 21

const byTag: Readonly<Record<string, number>> = {
  main: MAIN,
  article: ARTICLE,
  section: SECTION,
  nav: NAV,
  aside: ASIDE,
  header: HEADER,
  footer: FOOTER,
  form: FORM,
  table: TABLE,
  ul: LIST,
  ol: LIST,
  li: ITEM,
  dl: DEFINITIONS,
  blockquote: QUOTE,
  figure: FIGURE,
  a: LINK,
  button: BUTTON,
  details: DETAILS,
  pre: CODE,
  noscript: UNSCRIPTED,
  label: LABEL,
}
const byRole: Readonly<Record<string, number>> = {
  main: MAIN,
  article: ARTICLE,
  navigation: NAV,
  complementary: ASIDE,
  banner: HEADER,
  contentinfo: FOOTER,
  search: FORM,
  dialog: LAYER,
  alertdialog: LAYER,
  button: BUTTON,
  list: LIST,
  listitem: ITEM,
}

/** The elements of a body with what is known of each from those around it, in arrays by the nodes' ids. */
export interface Regions {
  /** Blocks before a node; one more than there are nodes, so that an element holds those from `[id]` to `[end + 1]`. */
  before: Int32Array
  /** Sums of the blocks' stats before each block; one row more than there are blocks. */
  sums: Float64Array
  depth: Uint16Array
  /** Tags and roles of an element and those around it. */
  inside: Int32Array
  /** Kinds of names of an element and those around it that do not hold nearly all of the page. */
  kinds: Int32Array
  /** Kinds of the element's own names. */
  ownKinds: Int32Array
  /** Log odds by names: least, most and last of an element and those around it. */
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
  /** The innermost and the outermost element that is one of at least three alike; -1. */
  innerItem: Int32Array
  outerItem: Int32Array
  /** For those: the group they belong to, and which of it they are. */
  group: Int32Array
  rank: Int32Array
  /** By group: how many there are, and their blocks and words. */
  groups: { count: number; blocks: number; words: number }[]
  /** What an element and the two around it are called and made of. */
  path: Int32Array
}

const emptyRegions = (size: number, body: number, before: Int32Array, sums: Float64Array): Regions => ({
  before,
  sums,
  depth: new Uint16Array(size),
  inside: new Int32Array(size),
  kinds: new Int32Array(size),
  ownKinds: new Int32Array(size),
  least: new Float32Array(size),
  most: new Float32Array(size),
  nearest: new Float32Array(size),
  sum: new Float32Array(size),
  outer: new Int32Array(size).fill(-1),
  section: new Int32Array(size).fill(body),
  half: new Int32Array(size).fill(-1),
  innerItem: new Int32Array(size).fill(-1),
  outerItem: new Int32Array(size).fill(-1),
  group: new Int32Array(size).fill(-1),
  rank: new Int32Array(size),
  groups: [],
  path: new Int32Array(size),
})

const NEARLY_ALL = 0.9
const MOST_DEPTH = 65_535

/** Reads the elements that hold blocks, outermost first: what each inherits, which are alike, which stand around a block. */
export const readRegions = (tree: Tree, blocks: Blocks, lexicon: Lexicon): Regions => {
  const { nodes, body } = tree
  const { count, stats, text } = blocks
  const size = nodes.length
  const sums = new Float64Array((count + 1) * STATS)
  for (let i = 0; i < count * STATS; i++) sums[i + STATS] = sums[i]! + stats[i]!
  const before = new Int32Array(size + 1)
  for (let id = 0, at = 0; id <= size; id++) {
    before[id] = at
    if (at < count && text[at] === id) at++
  }
  const regions = emptyRegions(size, body.id, before, sums)
  const total = sums[count * STATS + WORDS]!
  const names = new NameReader(lexicon)
  const keys = new Int32Array(size)
  const groupAt = new Map<number, number>()
  const words = (from: number, to: number) => sums[to * STATS + WORDS]! - sums[from * STATS + WORDS]!
  const { depth, inside, kinds, ownKinds, least, most, nearest, sum, outer, section, half, group, rank, groups, path } =
    regions

  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT) continue
    const from = before[id]!
    const to = before[node.end + 1]!
    if (from === to) {
      id = node.end
      continue
    }
    const parent = node.parent!.id
    const held = words(from, to)
    depth[id] = Math.min(MOST_DEPTH, depth[parent]! + 1)
    inside[id] = inside[parent]! | landmarkOf(node)
    const naming = node.attrs.length === 0 ? NAMELESS : names.read(node)
    ownKinds[id] = naming.kinds
    const isWide = held > total * NEARLY_ALL
    kinds[id] = kinds[parent]! | (isWide ? 0 : naming.kinds)
    const counts = naming.known > 0 && !isWide
    least[id] = counts ? Math.min(least[parent]!, naming.least) : least[parent]!
    most[id] = counts ? Math.max(most[parent]!, naming.most) : most[parent]!
    nearest[id] = counts ? naming.sum / naming.known : nearest[parent]!
    sum[id] = sum[parent]! + (counts ? naming.sum / naming.known : 0)
    const isAlone = before[parent] === from && before[node.parent!.end + 1] === to
    outer[id] = isAlone ? outer[parent]! : parent
    section[id] = sections.has(node.name) ? id : section[parent]!
    half[id] = half[parent]! >= 0 ? half[parent]! : held * 2 < total ? id : -1
    const key = spell(node)
    keys[id] = key
    path[id] = joinHash(joinHash(key, keys[parent]!), parent === body.id ? 0 : keys[node.parent!.parent?.id ?? 0]!)
    const place = joinHash(Math.imul(parent, 0x9e3779b1 | 0), key)
    const at = groupAt.get(place)
    if (at === undefined) {
      groupAt.set(place, groups.length)
      group[id] = groups.length
      groups.push({ count: 1, blocks: to - from, words: held })
    } else {
      const all = groups[at]!
      group[id] = at
      rank[id] = all.count++
      all.blocks += to - from
      all.words += held
    }
  }
  findItems(tree, regions)
  return regions
}

/** Which elements are one of several alike; once all have been counted. */
const findItems = ({ nodes, body }: Tree, { before, sums, group, groups, innerItem, outerItem }: Regions): void => {
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT) continue
    const from = before[id]!
    const to = before[node.end + 1]!
    if (from === to) {
      id = node.end
      continue
    }
    const parent = node.parent!.id
    const isItem = groups[group[id]!]!.count >= 3 && (node.tag.flags & BLOCK) !== 0
    const many = sums[to * STATS + ONE]! - sums[from * STATS + ONE]! > 1
    innerItem[id] = isItem && many ? id : innerItem[parent]!
    outerItem[id] = outerItem[parent]! >= 0 ? outerItem[parent]! : isItem && many ? id : -1
  }
}

/** Characters of a class that tell one sort of element from another. */
const LONGEST_STYLE = 80

/** The hash of an element's tag and class; without digits, which tell one of a sort from another. */
const spell = (element: Element): number => {
  let key = BASIS
  const { name } = element
  for (let i = 0; i < name.length; i++) key = Math.imul(key ^ name.charCodeAt(i), PRIME)
  const style = attr(element, 'class')
  if (style === null) return key
  for (let i = 0; i < style.length && i < LONGEST_STYLE; i++) {
    const c = style.charCodeAt(i)
    if (c < 48 || c > 57) key = Math.imul(key ^ c, PRIME)
  }
  return key
}

const landmarkOf = (element: Element): number => {
  let bits = byTag[element.name] ?? 0
  if (element.attrs.length > 0) {
    const role = attr(element, 'role')
    if (role !== null) bits |= byRole[role] ?? 0
    if (isLayer(element)) bits |= LAYER
  }
  return bits
}

const sections = new Set(['article', 'section', 'main', 'nav', 'aside', 'header', 'footer', 'form', 'table', 'dialog'])
