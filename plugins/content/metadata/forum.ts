import type { Things } from '../structured/things.ts'

/** A topic without a number is what articles are about: `/topics/health/`. */
const ADDRESS = /forum|thread|(?:view|show)topic|\btopics?[/=]\d|\/(?:questions|discussions?|comments)\//i
/** A topic with its number, as Discourse has it. */
const TOPIC = /^\/t\/[^/]+\/\d/

/** Whether a page is a thread of a forum or a question with its answers, by its address and structured data. */
export const isForum = ({ url, things }: { url: URL; things: Things }): boolean =>
  ADDRESS.test(url.href) || TOPIC.test(url.pathname) || things.has(/DiscussionForumPosting|QAPage|Question/)
