import { definePlanField } from 'weirjs'

/**
 * What plans say of enrichment and extraction, which a setting may name also while no plugin that asks for it is
 * loaded. Source: decisions 13.
 */
export const planFields = [
  definePlanField({
    name: 'enrichment.jobs',
    description: 'Enrichment jobs under way',
    defaults: { free: 1, starter: 3, pro: 10, enterprise: 50 },
  }),
  definePlanField({
    name: 'enrichment.rows',
    description: 'Rows in an enrichment job',
    defaults: { free: 100, starter: 500, pro: 5000, enterprise: 50_000 },
  }),
  definePlanField({
    name: 'enrichment.perHour',
    description: 'Enrichment jobs in an hour',
    defaults: { free: 5, starter: 20, pro: 100, enterprise: null },
  }),
]
