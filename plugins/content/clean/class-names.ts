/** Class names and ids of parts that are not content, for any reader. */
const noise = [
  'breadcrumb breadcrumbs pagination share sharing sharedaddy newsletter cookie cookies consent gdpr popup',
  'modal skip-link print-only back-to-top',
]
/** Names of parts that may belong to the page in its layout, but are useless in running text. */
const controls = ['social-links social-share social-icons skiplink']
/** Names of what surrounds the main content, and may be wanted where the whole page is. */
const surroundings = [
  'sidebar side-bar pager social socials related recommended recommendations subscribe subscription signup',
  'comment comments comment-list disqus promo overlay lightbox screen-reader site-header site-footer',
  'masthead navbar navigation menu widget widgets toolbar footer copyright tags tag-list author-bio',
  'toc-mobile',
]

const named = (...lists: readonly (readonly string[])[]) =>
  new RegExp(`(?:^|[\\s_-])(?:${lists.flat().join(' ').replaceAll(' ', '|')})(?:$|[\\s_-])`, 'i')

/** Names of parts that are useless to a language model. */
export const inessentialNames = named(noise, controls)
/** Names of parts that are not main content, for pages that the model does not judge. */
export const boilerplateNames = named(noise, surroundings)
