import { definePlanField } from 'weirjs'

/** Source: spec section 8.1. */
export const crawlPages = definePlanField({
  name: 'crawlPages',
  description: 'Maximum of maxPages in a crawl',
  defaults: { free: 1000, starter: 1000, pro: 1000, enterprise: 1000 },
})
