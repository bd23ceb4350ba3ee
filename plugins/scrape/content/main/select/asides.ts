import { attr, ELEMENT, type Element } from '../../tree/index.ts'
import type { Look } from '../look.ts'
import { FOOTER, insideOf } from '../regions/inside.ts'
import { COMMENT, namesOf, RELATED, REVIEW } from '../regions/names.ts'
import { hashOf } from '../words/hash.ts'
import type { Sort } from './sort.ts'

/** An element that stands beside the content; `kinds`: those of its own names. */
type Aside = (element: Element, kinds: number) => boolean

const isFooter: Aside = (element) => (insideOf(element) & FOOTER) !== 0
/** An `id` of so many words is made of a heading's, and names nothing. */
const HEADING_ID = /^(?:[^-_]+[-_]){3}/
const isNamed =
  (kind: number): Aside =>
  (element, kinds) =>
    (kinds & kind) !== 0 && !HEADING_ID.test(attr(element, 'id') ?? '')
const captions = new Set(['caption', 'captions', 'credit', 'credits'].map(hashOf))
const isCaption: Aside = (element) =>
  element.name === 'figcaption' || (element.name !== 'caption' && namesOf(element).some((name) => captions.has(name)))

/**
 * What looks like content and is none on such a page, 1 in an array for its blocks, one sort of it after the other: footers,
 * comments, pages related to an article or a product, reviews of a product, captions in an article.
 */
export const asidesOf = function* (look: Look, { isForum, isProduct, isArticle }: Sort): Generator<Uint8Array> {
  yield within(look, isFooter)
  if (!isForum) yield within(look, isNamed(COMMENT))
  if (isArticle || isProduct) yield within(look, isNamed(RELATED))
  if (isProduct) yield within(look, isNamed(REVIEW))
  if (isArticle) yield within(look, isCaption)
}

/** Blocks in such elements, as long as those do not hold the first-level heading. */
const within = ({ tree, blocks, regions }: Look, isAside: Aside): Uint8Array => {
  const { nodes, body } = tree
  const { count, holder, text } = blocks
  let title = -1
  for (let i = 0; i < count && title < 0; i++) if ((nodes[holder[i]!] as Element).name === 'h1') title = text[i]!
  const inside = new Uint8Array(nodes.length)
  for (let id = body.id + 1; id <= body.end; id++) {
    const node = nodes[id]!
    if (node.kind !== ELEMENT) continue
    const isOut = !(id <= title && title <= node.end) && isAside(node, regions.ownKinds[id]!)
    inside[id] = isOut ? 1 : inside[node.parent!.id]!
  }
  return Uint8Array.from(holder.subarray(0, count), (id) => inside[id]!)
}
