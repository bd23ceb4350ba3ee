import { definePlanField } from 'weirjs'

export const monitorsOfAccount = definePlanField({
  name: 'monitors.count',
  description: 'Monitors that an account has at once',
  defaults: { free: 100, starter: 1000, pro: 10_000, enterprise: null },
})
