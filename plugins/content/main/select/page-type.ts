import type { PageStructure } from '../page-structure.ts'

/** The type of a page, as far as it decides what is beside its content. */
export interface PageType {
  /** Whether its content is written by its visitors. */
  isForum: boolean
  isProduct: boolean
  /** Whether it declares that it shows many products. */
  isShelf: boolean
  isArticle: boolean
}

/** URLs of forums: by host, path or query. */
const FORUM =
  /forum|(?:^|[./])(?:threads?|topics?|community|communities|discuss|discussions?|questions?|ask|answers|talk|boards|groups|t|r|comments)(?:[./-]|$)|viewtopic|show(?:thread|topic)|item\?id/i
/** Paths of single products. */
const PRODUCT = /\/(?:products?|p|item|dp|pd|prod)\/./

/** Reads the type of a page from its URL and its signals. */
export const pageTypeOf = ({ url, signals }: PageStructure): PageType => ({
  isForum: FORUM.test(url.hostname + url.pathname + url.search),
  isProduct: signals.isProduct || PRODUCT.test(url.pathname),
  isShelf: signals.isShelf,
  isArticle: signals.isArticle,
})
