import { isSeparator } from '../clean/separator.ts'
import { CUT, HIDDEN } from '../clean/visibility.ts'
import { BLOCK, type Element, HEADING, isElement, type Node, textContent, UNSEEN } from '../tree/index.ts'
import type { View } from './view.ts'

/** Whether a node and its content are not shown. */
export const isGone = ({ marks }: View, node: Node): boolean =>
  (marks[node.id]! & (CUT | HIDDEN)) !== 0 || (isElement(node) && (node.tag.flags & UNSEEN) !== 0)

/**
 * Whether an element that is not shown still parts what is before it from what is behind it: a separator, or a block
 * that was removed but is on the page.
 */
export const partsText = ({ marks }: View, element: Element): boolean =>
  isSeparator(element) || ((element.tag.flags & BLOCK) !== 0 && (marks[element.id]! & (CUT | HIDDEN)) === CUT)

/** Whether a node was removed, by itself or with an element around it. */
export const isCut = ({ marks }: View, node: Node): boolean => {
  for (let each: Node | null = node; each !== null; each = each.parent) if ((marks[each.id]! & CUT) !== 0) return true
  return false
}

/** The text inside an element that is shown, with the line breaks of blocks and `br`. */
export const shownText = (view: View, within: Element): string =>
  textContent(view.tree, within, (node) => isGone(view, node))

/** The shown nodes of a view, in document order. */
export function* shown(view: View) {
  const { nodes } = view.tree
  for (const root of view.roots)
    for (let id = root.id; id <= root.end; id++) {
      const node = nodes[id]!
      if (!isGone(view, node)) yield node
      else if (isElement(node)) id = node.end
    }
}

/**
 * The shown headings of a view, in document order. Not built on `shown`: a generator that yields every node is
 * several times slower than searching for headings.
 */
export function shownHeadings(view: View): Element[] {
  const { nodes } = view.tree
  const headings: Element[] = []
  for (const root of view.roots)
    for (let id = root.id; id <= root.end; id++) {
      const node = nodes[id]!
      if (!isElement(node)) continue
      if (isGone(view, node)) id = node.end
      else if ((node.tag.flags & HEADING) !== 0) headings.push(node)
    }
  return headings
}
