import type { Things } from '../structured/things.ts'

/** A topic without a number is what articles are about: `/topics/health/`. */
const ADDRESS = /forum|thread|(?:view|show)topic|\btopics?[/=]\d|\/(?:questions|discussions?|comments)\//i
/** A topic with its number, as Discourse has it. */
const TOPIC = /^\/t\/[^/]+\/\d/

/** Whether a page is a thread of a forum or a question with its answers, by its address and structured data. */
export const isForum = ({ url, things }: { url: URL; things: Things }): boolean =>
  ADDRESS.test(url.href) || TOPIC.test(url.pathname) || things.has(/DiscussionForumPosting|QAPage|Question/)

/** Types of schema.org that are written to be read. */
export const ARTICLE = /Article|Posting|Report$/
/** Types of what is offered or listed. */
const CATALOGUE = /Product$|Offer|ItemList|CollectionPage|Service|LocalBusiness/
/** Types of Open Graph that no article has. */
const NO_ARTICLE = /product|website|profile/

/** Whether a page is the first of its site. */
export const isFrontPage = ({ pathname }: URL): boolean => pathname.length <= 1

/** Whether a page offers or lists things. */
export const hasCatalogue = (things: Things): boolean => things.has(CATALOGUE)

/** Whether a page calls itself something else than an article, by its `og:type`. */
export const isNoArticle = (type: string | null): boolean => NO_ARTICLE.test(type ?? '')
