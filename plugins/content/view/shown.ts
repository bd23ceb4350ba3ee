import { CUT, HIDDEN } from '../clean/visibility.ts'
import { type Element, HEADING, isElement, UNSEEN } from '../tree/index.ts'
import type { View } from './view.ts'

/** The nodes of a view that are shown, in document order. */
export function* shown({ tree, roots, marks }: View) {
  for (const root of roots)
    for (let id = root.id; id <= root.end; id++) {
      const node = tree.nodes[id]!
      const isGone = (marks[id]! & (CUT | HIDDEN)) !== 0 || (isElement(node) && (node.tag.flags & UNSEEN) !== 0)
      if (!isGone) yield node
      else if (isElement(node)) id = node.end
    }
}

/** The headings that a view shows, in document order. */
export function* shownHeadings(view: View): Generator<Element> {
  for (const node of shown(view)) if (isElement(node) && (node.tag.flags & HEADING) !== 0) yield node
}
