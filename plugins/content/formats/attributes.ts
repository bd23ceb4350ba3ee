import type { AttributeQuery } from 'weirjs/schemas'
import type { Budget } from '../budget.ts'
import { attr, isElement, type Tree } from '../tree/index.ts'
import { matchersOf } from '../view/selectors.ts'

/** The values of an attribute, as the page writes them, for all elements that match a selector. */
export interface AttributeValues extends AttributeQuery {
  values: string[]
}

/** Characters of JSON that a value and an entry take in addition to their texts. */
const OF_VALUE = 3
const OF_ENTRY = 64

/**
 * Reads attributes of the whole page, head included, in document order. Throws ApiError `invalid_options` for invalid
 * selectors, and for those that take too long on the page.
 */
export function readAttributes(tree: Tree, queries: readonly AttributeQuery[], budget: Budget): AttributeValues[] {
  const matchers = matchersOf(
    tree,
    'attributes',
    queries.map(({ selector }) => selector),
  )
  const found = queries.map((query) => ({ ...query, values: [] as string[] }))
  const names = queries.map(({ attribute }) => attribute.toLowerCase())
  const { html, nodes } = tree
  const ofEntries = queries.reduce(
    (sum, { selector, attribute }) => sum + OF_ENTRY + selector.length + attribute.length,
    0,
  )
  let left = budget.maxLength - ofEntries
  for (let id = html.id; id <= html.end; id++) {
    const node = nodes[id]!
    if (!isElement(node)) continue
    for (const [i, { values }] of found.entries()) {
      const value = attr(node, names[i]!)
      if (value === null || !matchers[i]!(node)) continue
      left -= value.length + OF_VALUE
      if (left < 0) {
        budget.warnOfCut('list of attributes', budget.maxLength)
        return found
      }
      values.push(value)
    }
  }
  return found
}
