import type { Things } from '../structured/things.ts'

/** URLs of forums. A topic without a number is the topic of articles: `/topics/health/`. */
const ADDRESS = /forum|thread|(?:view|show)topic|\btopics?[/=]\d|\/(?:questions|discussions?|comments)\//i
/** A topic with its number, as in Discourse. */
const TOPIC = /^\/t\/[^/]+\/\d/

/** Whether a page is a forum thread or a question with answers, by its URL and structured data. */
export const isForum = ({ url, things }: { url: URL; things: Things }): boolean =>
  ADDRESS.test(url.href) || TOPIC.test(url.pathname) || things.has(/DiscussionForumPosting|QAPage|Question/)

/** Types of schema.org for texts to read. */
export const ARTICLE = /Article|Posting|Report$/
/** Types of schema.org for what is offered or listed. */
const CATALOGUE = /Product$|Offer|ItemList|CollectionPage|Service|LocalBusiness/
/** Open Graph types that exclude an article. */
const NO_ARTICLE = /product|website|profile/

/** Whether a page is the front page of its site. */
export const isFrontPage = ({ pathname }: URL): boolean => pathname.length <= 1

/** Whether a page offers or lists things. */
export const hasCatalogue = (things: Things): boolean => things.has(CATALOGUE)

/** Whether a page declares an `og:type` that is not an article. */
export const isNoArticle = (type: string | null): boolean => NO_ARTICLE.test(type ?? '')
