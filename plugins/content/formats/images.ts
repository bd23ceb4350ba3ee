import type { Budget } from '../budget.ts'
import { CUT } from '../clean/visibility.ts'
import { hasHole } from '../links/hole.ts'
import { isPixel, largestSource } from '../links/image.ts'
import { declaredText } from '../metadata/text/declared-text.ts'
import { attr, isElement, resolver } from '../tree/index.ts'
import type { View } from '../view/view.ts'

/** An image of a page. */
export interface PageImage {
  /** The absolute URL of the largest version that the page names. */
  url: string
  /** Null if the page gives none. */
  alt: string | null
}

/** Characters of JSON that an image takes in addition to its texts. */
const OF_IMAGE = 24

/**
 * The images of a view, each URL once, in document order. Omits tracking pixels and images embedded in the page
 * (`data:`); includes those that are shown later, as in a carousel.
 */
export function readImages({ tree, base, marks, roots }: View, budget: Budget): PageImage[] {
  const found = new Map<string, PageImage>()
  const absolute = resolver(base)
  let left = budget.maxLength
  for (const root of roots) {
    for (let id = root.id; id <= root.end; id++) {
      const node = tree.nodes[id]!
      if (!isElement(node)) continue
      if ((marks[id]! & CUT) !== 0) {
        id = node.end
        continue
      }
      if ((node.name !== 'img' && node.name !== 'amp-img') || isPixel(node)) continue
      const source = largestSource(node)
      const url = source === null || hasHole(source) ? null : absolute(source)
      if (url === null) continue
      const alt = declaredText(attr(node, 'alt') ?? '') || null
      const known = found.get(url)
      if (known) {
        known.alt ??= alt
        continue
      }
      left -= url.length + (alt?.length ?? 0) + OF_IMAGE
      if (left < 0) {
        budget.warnOfCut('list of images', budget.maxLength)
        return [...found.values()]
      }
      found.set(url, { url, alt })
    }
  }
  return [...found.values()]
}
