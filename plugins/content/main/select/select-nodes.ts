import { ELEMENT, type Element, type Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'

/**
 * A table, list or code block is taken as a whole if at least this share of its words is chosen. Its items and cells
 * say too little to be judged one by one, and it is rare that a fifth is content and the rest is not.
 */
const WHOLE = 0.2
/** With more blocks per cell or item than this, it is not a table or list but the layout of the page. */
const MAX_IN_PART = 3

/**
 * The nodes of the chosen blocks, 1 in an array indexed by node id, including the pictures and rules between two of
 * them, and the empty cells of rows, so that columns stay columns.
 */
export const nodesOf = (tree: Tree, blocks: Blocks, chosen: Uint8Array): Uint8Array => {
  const { nodes } = tree
  const kept = new Uint8Array(nodes.length)
  let last = -1
  for (let i = 0; i < blocks.count; i++) {
    if (chosen[i] === 1) {
      kept.fill(1, last >= 0 ? last + 1 : blocks.start[i]!, blocks.end[i]! + 1)
      last = blocks.end[i]!
    } else if (blocks.hidden[i] === 0) last = -1
  }
  keepCells(tree, kept)
  return kept
}

/** The elements that are taken as a whole, and their parts. */
const wholes: Readonly<Record<string, readonly string[]>> = {
  table: ['td', 'th', 'caption'],
  ul: ['li'],
  ol: ['li'],
  dl: ['dt', 'dd'],
  pre: [],
  h1: [],
}

interface Whole {
  name: string
  blocks: number[]
  parts: Set<Element>
  words: number
  taken: number
  /** The chosen words in the heads of its columns and rows. */
  heads: number
}

/**
 * Chooses all of a table, list, code block or title if enough of it is chosen, or if it is between two chosen texts,
 * as it then continues them. A list between texts may still consist of links to further pages, so some of it must be
 * chosen too. A table of which only heads are chosen is taken whole, since heads alone say nothing.
 */
export const takeWholes = (tree: Tree, blocks: Blocks, chosen: Uint8Array): void => {
  const { before, after } = shownAround(blocks)
  for (const { name, blocks: held, parts, words, taken, heads } of wholesOf(tree, blocks, chosen)) {
    const isLayout = wholes[name]!.length > 0 && held.length > parts.size * MAX_IN_PART
    const isEnclosed = chosen[before[held[0]!]!] === 1 && chosen[after[held.at(-1)!]!] === 1
    const isBetween = isEnclosed && (taken > 0 || !isList(name))
    const isBegun = taken > 0 && taken === heads
    if (taken === words || isLayout || !(isBetween || isBegun || taken >= words * WHOLE)) continue
    for (const i of held) if (blocks.hidden[i] === 0) chosen[i] = 1
  }
}

const isList = (name: string) => name === 'ul' || name === 'ol'

/** For each block, the nearest shown block before and after it; -1 if there is none. */
const shownAround = ({ count, hidden }: Blocks): { before: Int32Array; after: Int32Array } => {
  const before = new Int32Array(count)
  const after = new Int32Array(count)
  for (let i = 0, last = -1; i < count; i++) {
    before[i] = last
    if (hidden[i] === 0) last = i
  }
  for (let i = count - 1, next = -1; i >= 0; i--) {
    after[i] = next
    if (hidden[i] === 0) next = i
  }
  return { before, after }
}

const wholesOf = ({ nodes }: Tree, { count, holder, wordsAt }: Blocks, chosen: Uint8Array): Iterable<Whole> => {
  const found = new Map<Element, Whole>()
  const places = new Map<Element, Place | null>()
  for (let i = 0; i < count; i++) {
    const place = placeOf(nodes[holder[i]!] as Element, places)
    if (place === null) continue
    let whole = found.get(place.whole)
    if (whole === undefined) {
      whole = { name: place.whole.name, blocks: [], parts: new Set(), words: 0, taken: 0, heads: 0 }
      found.set(place.whole, whole)
    }
    const words = wordsAt[i + 1]! - wordsAt[i]!
    whole.blocks.push(i)
    whole.parts.add(place.part)
    whole.words += words
    if (chosen[i] === 0) continue
    whole.taken += words
    if (place.part.name === 'th') whole.heads += words
  }
  return found.values()
}

/**
 * The innermost whole around an element, and the part of it that contains the element; the whole itself if it is in
 * none.
 */
interface Place {
  whole: Element
  part: Element
}

const placeOf = (element: Element, known: Map<Element, Place | null>): Place | null => {
  let place = known.get(element)
  if (place !== undefined) return place
  if (wholes[element.name] !== undefined) place = { whole: element, part: element }
  else {
    place = element.parent === null ? null : placeOf(element.parent, known)
    if (place !== null && place.part === place.whole && wholes[place.whole.name]!.includes(element.name)) {
      place = { whole: place.whole, part: element }
    }
  }
  known.set(element, place)
  return place
}

const keepCells = ({ nodes, body }: Tree, kept: Uint8Array): void => {
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT || node.name !== 'tr') continue
    if (!holdsKept(kept, node)) continue
    for (let cell = node.first; cell !== null; cell = cell.next) if (cell.kind === ELEMENT) kept[cell.id] = 1
  }
}

const holdsKept = (kept: Uint8Array, { id, end }: Element) => {
  for (let at = id + 1; at <= end; at++) if (kept[at] === 1) return true
  return false
}
