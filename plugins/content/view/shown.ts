import { CUT, HIDDEN } from '../clean/visibility.ts'
import { type Element, HEADING, isElement, type Node, UNSEEN } from '../tree/index.ts'
import type { View } from './view.ts'

/** Whether a node is not shown, nor what it holds. */
export const isGone = ({ marks }: View, node: Node): boolean =>
  (marks[node.id]! & (CUT | HIDDEN)) !== 0 || (isElement(node) && (node.tag.flags & UNSEEN) !== 0)

/** The nodes of a view that are shown, in document order. */
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
 * The headings that a view shows, in document order. As a list: to be given each node of a page by a generator takes
 * several times as long as to look for these.
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
