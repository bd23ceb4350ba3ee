import type { Things } from '../structured/things.ts'

/** Whether a page is a thread of a forum or a question with its answers, by its address and structured data. */
export const isForum = ({ url, things }: { url: URL; things: Things }): boolean =>
  /forum|thread|topic|viewtopic|questions/i.test(url.href) || things.has(/DiscussionForumPosting|QAPage|Question/)
