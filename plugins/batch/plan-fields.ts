import { definePlanField } from 'weirjs'

/** Source: spec section 8.1. */
export const batches = definePlanField({
  name: 'batches',
  description: 'Concurrent batches',
  defaults: { free: 2, starter: 5, pro: 10, enterprise: 50 },
})
