import { CUT } from './clean/marks.ts'
import type { View } from './clean/view.ts'
import { attr, type Element, resolve } from './tree/index.ts'

/** Addresses that a place on the same page has. */
const isOwnPlace = (href: string) => /^\s*(?:#|$)/.test(href)

/**
 * The http and https addresses that a page links to, absolute, each once, in document order; links to places on the page
 * itself are none. Those of the view's roots where it is narrowed, else those of the whole page, whatever was cut.
 */
export const readLinks = ({ tree, base, marks, roots }: View, isNarrowed: boolean): string[] => {
  const found = new Set<string>()
  const within = isNarrowed ? roots : [tree.body]
  for (const root of within) {
    for (let id = root.id; id <= root.end; id++) {
      const node = tree.nodes[id]!
      if (node.kind !== 1) continue
      if (isNarrowed && (marks[id]! & CUT) !== 0) id = node.end
      else if (isLink(node)) add(found, attr(node, 'href'), base)
    }
  }
  return [...found]
}

const isLink = ({ name }: Element) => name === 'a' || name === 'area'

const add = (found: Set<string>, href: string | null, base: URL) => {
  if (href === null || isOwnPlace(href)) return
  const url = resolve(href, base)
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) found.add(url.href)
}
