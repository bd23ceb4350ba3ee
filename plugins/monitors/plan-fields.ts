import { definePlanField } from 'weirjs'

export const monitorsOfAccount = definePlanField({
  name: 'monitors.count',
  description: 'Maximum number of monitors per account',
  defaults: { free: 100, starter: 1000, pro: 10_000, enterprise: null },
})
