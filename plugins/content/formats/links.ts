import type { Budget } from '../budget.ts'
import { CUT } from '../clean/visibility.ts'
import { attr, type Element, resolver } from '../tree/index.ts'
import type { View } from '../view/view.ts'
import { Addresses } from './addresses.ts'

/**
 * The http and https addresses that a page links to, absolute, each once, in document order; links to places on the
 * page itself are none. Those of the view's roots where it is narrowed, else those of the whole page, whatever was
 * cut.
 */
export const readLinks = ({ tree, base, marks, roots }: View, isNarrowed: boolean, budget: Budget): string[] => {
  const found = new Addresses(budget)
  const absolute = resolver(base)
  const within = isNarrowed ? roots : [tree.body]
  for (const root of within) {
    for (let id = root.id; id <= root.end && !found.isFull; id++) {
      const node = tree.nodes[id]!
      if (node.kind !== 1) continue
      if (isNarrowed && (marks[id]! & CUT) !== 0) id = node.end
      else if (isLink(node)) {
        const href = attr(node, 'href')
        const address = href === null || isOwnPlace.test(href) ? null : absolute(href)
        if (address !== null) found.add(address)
      }
    }
  }
  return found.all
}

/** What a place on the same page has for an address. */
const isOwnPlace = /^\s*(?:#|$)/

const isLink = ({ name }: Element) => name === 'a' || name === 'area'
