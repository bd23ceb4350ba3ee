import { attr, type Tree } from '../../tree/index.ts'

/** Classes and ids of the body that are typical of a page type. */
const bodies = [
  /(?:^|[\s_-])(?:single|single-post|post-template|article|story|entry)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:archive|blog|category|index|listing|list|home|front-page|search|tag)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:product|pdp|single-product|product-page|template-product)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:collection|plp|shop|store|catalog|template-collection)(?:$|[\s_-])/i,
  /(?:^|[\s_-])(?:forum|topic|thread|question|discussion|viewtopic|phpbb|vbulletin)/i,
  /(?:^|[\s_-])(?:page-template|landing|service|services|page)(?:$|[\s_-])/i,
]
/** The most characters of names that are read. */
const MAX_NAMING_LENGTH = 2000

/** 1 for each page type that the names of the body indicate. */
export const readNaming = ({ html, body }: Tree): number[] => {
  const names = [attr(body, 'class'), attr(body, 'id'), attr(html, 'class')].map((name) => name ?? '')
  const naming = names.join(' ').slice(0, MAX_NAMING_LENGTH)
  return bodies.map((pattern) => (pattern.test(naming) ? 1 : 0))
}
