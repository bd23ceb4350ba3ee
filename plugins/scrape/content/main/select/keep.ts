import { ELEMENT, type Element, type Tree } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'

/** Of a table, list or code block with this share of its words taken, all is. */
const WHOLE = 0.5

/**
 * The nodes of the chosen blocks, 1 in an array by their ids: with the pictures and rules between two of them, tables, lists
 * and code as wholes, and the empty cells of rows, so that columns stay columns.
 */
export const keep = (tree: Tree, blocks: Blocks, chosen: Uint8Array): Uint8Array => {
  const { nodes } = tree
  const kept = new Uint8Array(nodes.length)
  keepWholes(tree, blocks, chosen)
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

const wholes = new Set(['table', 'pre', 'ul', 'ol', 'dl'])

/** Takes all of a table, list or code block that half of is taken. */
const keepWholes = ({ nodes }: Tree, { count, holder, wordsAt, hidden }: Blocks, chosen: Uint8Array): void => {
  const sums = new Map<Element, { first: number; last: number; words: number; taken: number }>()
  const wholeOf = new Map<Element, Element | null>()
  const find = (element: Element): Element | null => {
    const known = wholeOf.get(element)
    if (known !== undefined) return known
    const found = wholes.has(element.name) ? element : element.parent === null ? null : find(element.parent)
    wholeOf.set(element, found)
    return found
  }
  for (let i = 0; i < count; i++) {
    const whole = find(nodes[holder[i]!] as Element)
    if (whole === null) continue
    const words = wordsAt[i + 1]! - wordsAt[i]!
    const sum = sums.get(whole)
    if (sum === undefined) sums.set(whole, { first: i, last: i, words, taken: chosen[i] === 1 ? words : 0 })
    else {
      sum.last = i
      sum.words += words
      if (chosen[i] === 1) sum.taken += words
    }
  }
  for (const { first, last, words, taken } of sums.values()) {
    if (taken < words * WHOLE || taken === words) continue
    for (let i = first; i <= last; i++) if (hidden[i] === 0) chosen[i] = 1
  }
}

const keepCells = ({ nodes, counts, body }: Tree, kept: Uint8Array): void => {
  if (counts.length === 0) return
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
