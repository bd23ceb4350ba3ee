import { isPageFooter } from '../../clean/page-footer.ts'
import { attr, type Element } from '../../tree/index.ts'
import { eachHolder } from '../containers/containers.ts'
import { COMMENT, LAYER, RELATED, REVIEW } from '../containers/names.ts'
import type { PageStructure } from '../page-structure.ts'
import { isCaption } from './captions.ts'
import type { PageType } from './page-type.ts'

/** Whether an element is beside the content; `kinds` are those of its own names. */
type Aside = (element: Element, kinds: number) => boolean

const isFooter: Aside = (element) => isPageFooter(element) || attr(element, 'role') === 'contentinfo'
/** Names of cookie dialogs. `cookie` alone may be food. */
const CONSENT_NAME =
  /onetrust|didomi|truste|iubenda|cookiebot|cybot|usercentrics|osano|qc-cmp|cookieyes|cmplz|borlabs|termly|klaro|cookies?[_-]?(?:consent|notice|banner|bar|law|popup|dialog|modal|settings|preferences?|overlay)|(?:consent|gdpr)[_-]?(?:banner|dialog|modal|popup|overlay|manager|notice|root|container)/i
const isConsent: Aside = (element, kinds) =>
  (kinds & LAYER) !== 0 &&
  (CONSENT_NAME.test(attr(element, 'id') ?? '') || CONSENT_NAME.test(attr(element, 'class') ?? ''))
/** An `id` of at least this many words is derived from a heading, and names nothing. */
const HEADING_ID = /^(?:[^-_]+[-_]){3}/
const isNamed =
  (kind: number): Aside =>
  (element, kinds) =>
    (kinds & kind) !== 0 && !HEADING_ID.test(attr(element, 'id') ?? '')
/**
 * If comments have more than this many times the words of the rest, they are the content, unless the page is an
 * article or a shop.
 */
const MAX_COMMENTS = 3

interface AsideBlocks {
  /** 1 for each of its blocks. */
  where: Uint8Array
  /** With more than this many times the words of the rest of the content, it is content too. */
  most: number
}

/**
 * What looks like content and is not on a page of this type, one kind after another: footers, cookie dialogs,
 * comments, pages related to an article or products, reviews of these, captions in an article.
 */
export const asidesOf = function* (
  page: PageStructure,
  { isForum, isProduct, isShelf, isArticle }: PageType,
): Generator<AsideBlocks> {
  const all = (isAside: Aside, most = Number.POSITIVE_INFINITY) => ({ where: blocksWithin(page, isAside), most })
  const isShop = isProduct || isShelf
  yield all(isFooter)
  yield all(isConsent)
  if (!isForum) yield all(isNamed(COMMENT), isArticle || isShop ? undefined : MAX_COMMENTS)
  if (isArticle || isShop) yield all(isNamed(RELATED))
  if (isShop) yield all(isNamed(REVIEW))
  if (isArticle) yield all(isCaption)
}

/** The blocks in such elements, unless these contain the first first-level heading. */
const blocksWithin = ({ tree, blocks, containers }: PageStructure, isAside: Aside): Uint8Array => {
  const { count, holder } = blocks
  let title = 0
  while (title < count && (tree.nodes[holder[title]!] as Element).name !== 'h1') title++
  const found = new Uint8Array(count)
  eachHolder(tree, containers, (element, from, to) => {
    const hasTitle = from <= title && title < to
    if (!hasTitle && isAside(element, containers.ownKinds[element.id]!)) found.fill(1, from, to)
  })
  return found
}
