/** Names in classes and ids of what is about a page and not of it, whoever reads it. */
const noise = [
  'breadcrumb breadcrumbs pagination share sharing sharedaddy newsletter cookie cookies consent gdpr popup',
  'modal skip-link print-only back-to-top',
]
/** Names of what may be of the page for a reader who sees it laid out, and is of no use in running text. */
const controls = ['social-links social-share social-icons skiplink']
/** Names of what stands around the main content, and may be wanted where the whole page is. */
const surroundings = [
  'sidebar side-bar pager social socials related recommended recommendations subscribe subscription signup',
  'comment comments comment-list disqus promo overlay lightbox screen-reader site-header site-footer',
  'masthead navbar navigation menu widget widgets toolbar footer copyright tags tag-list author-bio',
  'toc-mobile',
]

const named = (...lists: readonly (readonly string[])[]) =>
  new RegExp(`(?:^|[\\s_-])(?:${lists.flat().join(' ').replaceAll(' ', '|')})(?:$|[\\s_-])`, 'i')

/** Names that a language model has no use for. */
export const inessentialNames = named(noise, controls)
/** Names of what is not main content on a page that the model does not judge. */
export const boilerplateNames = named(noise, surroundings)
