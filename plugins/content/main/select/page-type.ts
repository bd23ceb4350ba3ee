import type { PageStructure } from '../page-structure.ts'

/** What a page is, as far as it matters for what stands beside its content. */
export interface PageType {
  /** Its content is what its visitors write. */
  isForum: boolean
  isProduct: boolean
  /** It says that it shows many products. */
  isShelf: boolean
  isArticle: boolean
}

/** Addresses of forums: by their hosts, paths or queries. */
const FORUM =
  /forum|(?:^|[./])(?:threads?|topics?|community|communities|discuss|discussions?|questions?|ask|answers|talk|boards|groups|t|r|comments)(?:[./-]|$)|viewtopic|show(?:thread|topic)|item\?id/i
/** Paths of single products. */
const PRODUCT = /\/(?:products?|p|item|dp|pd|prod)\/./

/** Reads from its address and its signals what a page is. */
export const pageTypeOf = ({ url, signals }: PageStructure): PageType => ({
  isForum: FORUM.test(url.hostname + url.pathname + url.search),
  isProduct: signals.isProduct || PRODUCT.test(url.pathname),
  isShelf: signals.isShelf,
  isArticle: signals.isArticle,
})
