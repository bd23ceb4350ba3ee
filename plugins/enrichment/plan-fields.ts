import { definePlanField } from 'weirjs'

/** Source: spec section 8.1. */
export const jobsAtOnce = definePlanField({
  name: 'enrichment.jobs',
  description: 'Concurrent enrichment jobs',
  defaults: { free: 1, starter: 3, pro: 10, enterprise: 50 },
})
/** Source: spec section 8.1. */
export const rowsPerJob = definePlanField({
  name: 'enrichment.rows',
  description: 'Rows per enrichment job',
  defaults: { free: 100, starter: 500, pro: 5000, enterprise: 50_000 },
})
/** Source: spec section 8.1. */
export const jobsPerHour = definePlanField({
  name: 'enrichment.perHour',
  description: 'Enrichment jobs per hour',
  defaults: { free: 5, starter: 20, pro: 100, enterprise: null },
})
