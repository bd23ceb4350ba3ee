import type { Budget } from '../budget.ts'
import { CUT } from '../clean/visibility.ts'
import { Addresses } from '../links/addresses.ts'
import { hasHole } from '../links/hole.ts'
import { attr, contains, ELEMENT, type Element, resolver } from '../tree/index.ts'
import type { View } from '../view/view.ts'

/**
 * The absolute http and https URLs that a page links to, each once, in document order, without links within the page.
 * Those of the view's roots if it is narrowed, otherwise those of the whole page, cut parts included.
 */
export const readLinks = (view: View, isNarrowed: boolean, budget: Budget): string[] => {
  const found = new Addresses(budget)
  const absolute = resolver(view.base)
  const { leading, body } = view.tree
  for (const element of isNarrowed ? shownIn(view) : leading.filter((one) => contains(body, one))) {
    if (found.isFull) break
    if (!isLink(element)) continue
    const href = attr(element, 'href')
    const address = href === null || isOwnPlace.test(href) || hasHole(href) ? null : absolute(href)
    if (address !== null) found.add(address)
  }
  return found.all
}

/** The elements of the view's roots that are not cut. */
function* shownIn({ tree, marks, roots }: View): Generator<Element> {
  for (const root of roots) {
    for (let id = root.id; id <= root.end; id++) {
      const node = tree.nodes[id]!
      if (node.kind !== ELEMENT) continue
      if ((marks[id]! & CUT) !== 0) id = node.end
      else yield node
    }
  }
}

/** URLs of a place on the same page. */
const isOwnPlace = /^\s*(?:#|$)/

const isLink = ({ name }: Element) => name === 'a' || name === 'area'
