import { definePlanField } from 'weirjs'

/** Source: spec section 8.1. */
export const batchUrls = definePlanField({
  name: 'batchUrls',
  description: 'Number of URLs in a batch, and in `urls` of a scrape',
  defaults: { free: 10, starter: 50, pro: 100, enterprise: 100 },
})
