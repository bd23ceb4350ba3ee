import type { Item, List, Paragraph, Span } from '../model.ts'
import { joinLines, type Vocabulary } from '../text/spans.ts'
import type { Group } from './groups.ts'

/**
 * Whether a group belongs to the list that begins with `first`: as an item, or as a paragraph that is indented like
 * the text of an item.
 */
export function belongsToList(group: Group, first: Group): boolean {
  if (group.isCode) return false
  if (group.marker !== null) return true
  return (
    group.lines[0]!.left > first.lines[0]!.left + first.lines[0]!.size * 0.8 &&
    group.lines[0]!.size <= first.lines[0]!.size * 1.1
  )
}

/** Joins the lines of a group into a paragraph. */
export const paragraphOf = ({ lines, spans }: Group, words: Vocabulary): Paragraph => ({
  kind: 'paragraph',
  spans: joinLines(spans, words),
  size: lines[0]!.size,
  lines: lines.length,
})

interface Open {
  list: List
  left: number
}

/** Builds lists from items. Items that are indented further become a list within the item before them. */
export function listsOf(groups: readonly Group[], words: Vocabulary): List[] {
  const lists: List[] = []
  const open: Open[] = []
  for (const group of groups) {
    const { left, size } = group.lines[0]!
    if (group.marker === null) {
      open.at(-1)?.list.items.at(-1)?.children.push(paragraphOf(group, words))
      continue
    }
    while (open.length > 0 && left < open.at(-1)!.left - size * 0.5) open.pop()
    const top = open.at(-1)
    const isDeeper = top !== undefined && left > top.left + size * 0.5
    const item: Item = { spans: withoutMarker(joinLines(group.spans, words), group.marker.length), children: [] }
    const { number } = group.marker
    const isSame = top !== undefined && !isDeeper && (top.list.start === null) === (number === null)
    if (isSame) {
      top.list.items.push(item)
      continue
    }
    const list: List = { kind: 'list', start: number, items: [item] }
    if (isDeeper) top.list.items.at(-1)!.children.push(list)
    else {
      if (top !== undefined) open.pop()
      const parent = open.at(-1)?.list.items.at(-1)
      if (parent) parent.children.push(list)
      else lists.push(list)
    }
    open.push({ list, left })
  }
  return lists
}

/** Text without its first characters. */
export function withoutMarker(spans: readonly Span[], length: number): Span[] {
  const rest: Span[] = []
  let left = length
  for (const span of spans) {
    const text = span.text.slice(Math.min(left, span.text.length))
    left -= span.text.length - text.length
    if (text !== '') rest.push({ ...span, text })
  }
  const [first] = rest
  if (first) first.text = first.text.trimStart()
  return rest
}
