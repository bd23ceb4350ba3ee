import type { Block, Line, List, Table } from '../model.ts'
import { codeOf, withoutCodeNumber } from '../text/code.ts'
import type { Facts } from '../text/facts.ts'
import { isBold, joinLines, type Vocabulary } from '../text/spans.ts'
import { type Group, goesOn, groupOf, regionOf } from './groups.ts'
import { belongsToList, listsOf, paragraphOf } from './lists.ts'

const isLine = (each: Line | Table): each is Line => !('kind' in each)

/** Turns the lines and tables of a column into blocks. */
export function makeBlocks(elements: readonly (Line | Table)[], facts: Facts): Block[] {
  const { words } = facts
  const region = regionOf(elements.filter(isLine), facts)
  const blocks: Block[] = []
  let groups: Group[] = []
  const end = () => {
    blocks.push(...blocksOf(groups, words))
    groups = []
  }
  for (const element of elements) {
    if (!isLine(element)) {
      end()
      blocks.push(element)
      continue
    }
    const group = groupOf(element, region)
    const last = groups.at(-1)
    if (group.spans[0]!.length === 0) continue
    if (last !== undefined && goesOn(last, group, region)) {
      last.lines.push(element)
      last.spans.push(...group.spans)
      last.isLed = group.isLed
      last.codeNumber = group.codeNumber
    } else groups.push(group)
  }
  end()
  return blocks
}

function blocksOf(groups: readonly Group[], words: Vocabulary): Block[] {
  const blocks: Block[] = []
  const contents = contentsIn(groups)
  for (let i = 0; i < groups.length; ) {
    const group = groups[i]!
    const endOfContents = contents.get(i)
    if (endOfContents !== undefined) {
      blocks.push(contentsOf(groups.slice(i, endOfContents), words))
      i = endOfContents
    } else if (group.isCode && (group.codeNumber === null || group.lines.length > 1)) {
      // A number before a single line need not be a line number.
      blocks.push({ kind: 'code', text: codeOf(group.lines.map(withoutCodeNumber)) })
      i++
    } else if (group.marker !== null && !isNumberedHeading(groups, i)) {
      let end = i
      while (end < groups.length && belongsToList(groups[end]!, group)) end++
      blocks.push(...listsOf(groups.slice(i, end), words))
      i = end
    } else {
      blocks.push(paragraphOf(group, words))
      i++
    }
  }
  return blocks
}

/** Finds tables of contents: groups with page numbers, at least one with leader dots. Maps starts to ends. */
function contentsIn(groups: readonly Group[]): Map<number, number> {
  const found = new Map<number, number>()
  for (let i = 0; i < groups.length; i++) {
    const from = i
    let hasLed = false
    for (; groups[i]?.isLed || groups[i]?.endsInPage; i++) hasLed ||= groups[i]!.isLed
    if (hasLed) found.set(from, i)
  }
  return found
}

/** A table of contents as a list. */
const contentsOf = (groups: readonly Group[], words: Vocabulary): List => ({
  kind: 'list',
  start: null,
  items: groups.map(({ spans }) => ({ spans: joinLines(spans, words), children: [] })),
})

/** Whether a group is bold, begins with a number, and is neither after nor before another item. */
function isNumberedHeading(groups: readonly Group[], at: number): boolean {
  const { marker, lines, spans } = groups[at]!
  if (marker === null || marker.number === null || lines.length > 2 || !spans.every(isBold)) return false
  return (groups[at - 1]?.marker ?? null) === null && (groups[at + 1]?.marker ?? null) === null
}
