import { definePlanField } from 'weirjs'

/** Source: spec section 8.1. */
export const batchUrls = definePlanField({
  name: 'batchUrls',
  description: 'URLs in a batch, and in `urls` of a scrape',
  defaults: { free: 10, starter: 50, pro: 100, enterprise: 100 },
})
/** Source: spec section 8.1. */
export const batches = definePlanField({
  name: 'batches',
  description: 'Batches under way',
  defaults: { free: 2, starter: 5, pro: 10, enterprise: 50 },
})
